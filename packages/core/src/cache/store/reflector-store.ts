import type { DeletedFinalStateUnknown } from '../../api/keys.ts'

/** The target of a Reflector (client-go `cache.ReflectorStore`). */
export interface ReflectorStore<T> {
  add(object: T): void
  update(object: T): void
  delete(object: T | DeletedFinalStateUnknown<T>): void
  replace(objects: readonly T[], resourceVersion: string): void
  resync(): void
  /** The store's transform. A watch-list applies it before the store does, so it must be idempotent. */
  readonly transformer?: ((object: T) => T) | undefined
  /** The server has sent all changes up to this resourceVersion. Optional. */
  bookmark?(resourceVersion: string): void
}
