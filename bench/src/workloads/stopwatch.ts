/** Microseconds for each of `operations` that took place since `started`. */
export const microsecondsEach = (started: number, operations: number): number =>
  ((performance.now() - started) * 1000) / operations

/** A fast wrong answer is no answer. */
export function expectCount(what: string, actual: number, expected: number): void {
  if (actual !== expected) throw new Error(`${actual} ${what} instead of ${expected}`)
}
