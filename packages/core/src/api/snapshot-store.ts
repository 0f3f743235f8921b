/** A saved collection: every object of a scope, and the resourceVersion that they reflect. */
export interface Snapshot<T> {
  /** The objects include all changes up to this resourceVersion; a watch can resume from it. */
  readonly resourceVersion: string
  readonly objects: readonly T[]
}

/** One change of a saved collection. It is applied atomically. */
export type SnapshotChange<T> =
  | {
      /** Replaces the whole collection. */
      readonly type: 'replace'
      readonly resourceVersion: string
      readonly objects: readonly T[]
    }
  | {
      /** Changes since the previous one. */
      readonly type: 'delta'
      readonly resourceVersion: string
      /** The newest state of each changed object, by key. */
      readonly upserts: ReadonlyMap<string, T>
      /** Keys of deleted objects. */
      readonly deletions: readonly string[]
    }

/**
 * Persists the state of an informer across restarts. Each store must hold one resource in one scope for one identity.
 *
 * - `load` resolves with undefined if there is no usable snapshot. It must settle, since the initial list waits for it.
 * - `save` applies one change in one transaction: the saved objects always match the saved resourceVersion. The next call
 *   follows after it has settled. A rejected `save` must change nothing; the next change is then a `replace`.
 * - `save` resolves with `'not-owner'` if it saved nothing because another writer (another tab) owns the collection, or
 *   because it may no longer be saved. This is no error; the next change is a `replace` and may come much later.
 */
export interface SnapshotStore<T> {
  load(signal: AbortSignal): Promise<Snapshot<T> | undefined>
  save(change: SnapshotChange<T>, signal: AbortSignal): Promise<SaveOutcome>
}

/** The result of a save; see {@link SnapshotStore}. */
export type SaveOutcome = 'not-owner' | undefined
