/**
 * Stores the JSON texts of objects outside of memory, while a cache keeps their index. All calls are synchronous: a
 * SQLite database in the same process, for example.
 *
 * A cache has at most one version of a key in the store, and reads a text when a response or a later write needs it. A
 * cache that starts from a stored state puts its texts again, so an implementation should write nothing if it already
 * has the same text. Texts that an earlier process left for other keys are never read.
 */
export interface BodyStore {
  /**
   * Stores the text of one version. It replaces any other text of the same key.
   *
   * @param key `namespace/name`, or `name` for a cluster-scoped object
   */
  put(key: string, resourceVersion: string, body: string): void
  /** The text; undefined if the store does not have this version. */
  get(key: string, resourceVersion: string): string | undefined
  /** Removes this version; another version of the same key remains. */
  delete(key: string, resourceVersion: string): void
  /** Runs several calls of {@link put} and {@link delete} as one transaction, which is faster. @default each is its own */
  transaction?<R>(calls: () => R): R
}
