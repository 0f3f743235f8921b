/** Removes items from a list of scalars: `$deleteFromPrimitiveList/finalizers`. */
export const DELETE_FROM = '$deleteFromPrimitiveList'
/** Sets the order of a list: `$setElementOrder/containers`. */
export const ELEMENT_ORDER = '$setElementOrder'
/** Removes the members that it does not list. */
export const RETAIN_KEYS = '$retainKeys'

/** The members of an object being merged, or those of a patch that are left. */
export type Members = Map<string, unknown>

/** The field of a directive such as `$setElementOrder/containers`; undefined if it names none. */
export const fieldOf = (key: string, directive: string): string | undefined =>
  key.startsWith(`${directive}/`) ? key.slice(directive.length + 1) : undefined
