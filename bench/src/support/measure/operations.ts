import type { Setup } from '../../runner/bench-case.ts'

/** A number of the setup, multiplied by its `scale`: contenders define the sizes, a smoke run the scale. */
export const sizeOf = (setup: Setup, name: string): number =>
  Math.ceil(Number(setup[name]) * Number(setup.scale ?? 1))

/** Microseconds for each of the `operations` since `started`. */
export const microsecondsEach = (started: number, operations: number): number =>
  ((performance.now() - started) * 1000) / operations

/** Throws unless the result is correct. */
export function expectCount(what: string, actual: number, expected: number): void {
  if (actual !== expected) throw new Error(`${actual} ${what} instead of ${expected}`)
}
