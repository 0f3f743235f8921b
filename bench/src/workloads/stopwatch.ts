/** Microseconds for each of the `operations` since `started`. */
export const microsecondsEach = (started: number, operations: number): number =>
  ((performance.now() - started) * 1000) / operations

/** Throws unless the result is correct. */
export function expectCount(what: string, actual: number, expected: number): void {
  if (actual !== expected) throw new Error(`${actual} ${what} instead of ${expected}`)
}
