/** Disables a hook in place of a key, an index value or a resource, as in TanStack Query; `null` and `undefined` do the same. */
export const skipToken: unique symbol = Symbol('skipToken')

/** The type of {@link skipToken}. */
export type SkipToken = typeof skipToken

/** What disables a hook. */
export type Off = null | undefined | SkipToken

/** Undefined for what disables a hook. */
export const wanted = <T>(value: T | Off): T | undefined =>
  value === skipToken || value === null ? undefined : (value as T | undefined)
