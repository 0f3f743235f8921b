/** Takes items of a list of scalars away: `$deleteFromPrimitiveList/finalizers`. */
export const DELETE_FROM = '$deleteFromPrimitiveList'
/** Gives the order of a list: `$setElementOrder/containers`. */
export const ELEMENT_ORDER = '$setElementOrder'
/** Takes the members away that it does not list. */
export const RETAIN_KEYS = '$retainKeys'

/** The members of an object on their way, or those of a patch that are still to be dealt with. */
export type Members = Map<string, unknown>

/** The field that a directive such as `$setElementOrder/containers` is about; undefined if it names none. */
export const fieldOf = (key: string, directive: string): string | undefined =>
  key.startsWith(`${directive}/`) ? key.slice(directive.length + 1) : undefined
