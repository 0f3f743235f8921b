import type { Sample, Setup } from '../bench-case.ts'

/** The keys of the items. */
export const keysOf = ({ count }: Setup): string[] =>
  Array.from({ length: Number(count) }, (_, index) => `key-${index}`)

/** Measures rounds that each have an object of their own, created before the measurement. Returns the mean. */
export async function measure<T>(
  { rounds }: Setup,
  create: () => T,
  round: (on: T) => void | Promise<void>,
): Promise<Sample> {
  const all = Array.from({ length: Number(rounds) }, create)
  const started = performance.now()
  for (const each of all) await round(each)
  return { microseconds: ((performance.now() - started) * 1000) / all.length }
}

/** Throws unless the items came in order. */
export function expectItem(item: string | undefined, expected: string | undefined): void {
  if (item !== expected) throw new Error(`got ${item} instead of ${expected}`)
}
