/** A chain of causes that is longer is a cycle. */
const MAX_CAUSES = 100

/** The first error of a type in a chain of causes (Go `errors.As`). */
export function causeOf<T extends Error>(error: unknown, test: (each: Error) => each is T): T | undefined {
  let each = error
  for (let depth = 0; depth < MAX_CAUSES && each instanceof Error; depth++) {
    if (test(each)) return each
    each = each.cause
  }
  return undefined
}
