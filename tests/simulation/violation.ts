/** An invariant did not hold. */
export class Violation extends Error {
  override readonly name: string = 'Violation'
}

/** Throws a {@link Violation} with the message unless the condition is true. */
export function ensure(condition: boolean, message: () => string): void {
  if (!condition) throw new Violation(message())
}
