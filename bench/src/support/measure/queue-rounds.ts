import type { Sample, Setup } from '../../runner/bench-case.ts'

/** The keys of the items. */
export const keysOf = ({ count }: Setup): string[] =>
  Array.from({ length: Number(count) }, (_, index) => `key-${index}`)

/** How many objects exist at once: with thousands, the measurement would contain the moves of the garbage collector. */
const BATCH = 100

/** Measures rounds that each have an object of their own, created before the measurement. Returns the mean. */
export async function measure<T>(
  { rounds }: Setup,
  create: () => T,
  round: (on: T) => void | Promise<void>,
): Promise<Sample> {
  let took = 0
  for (let left = Number(rounds); left > 0; left -= BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, left) }, create)
    const started = performance.now()
    for (const each of batch) await round(each)
    took += performance.now() - started
  }
  return { microseconds: (took * 1000) / Number(rounds) }
}

/** Throws unless the items came in order. */
export function expectItem(item: string | undefined, expected: string | undefined): void {
  if (item !== expected) throw new Error(`got ${item} instead of ${expected}`)
}
