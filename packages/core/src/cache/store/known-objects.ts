/** Read access to the cache, to find keys that a relist lacks (client-go `KeyListerGetter`). */
export interface KnownObjects<T> {
  listKeys(): readonly string[]
  getByKey(key: string): T | undefined
}
