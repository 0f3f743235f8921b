/** Something that must hold whatever happens did not. */
export class Violation extends Error {
  override readonly name: string = 'Violation'
}

/** Throws a {@link Violation} unless it holds; the text is made only then. */
export function ensure(holds: boolean, otherwise: () => string): void {
  if (!holds) throw new Violation(otherwise())
}
