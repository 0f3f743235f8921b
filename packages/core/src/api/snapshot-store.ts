/** A collection as it was kept: every object of a scope, and the version that they cover. */
export interface Snapshot<T> {
  /** Everything up to this version is in the objects; a watch may resume from it. */
  readonly resourceVersion: string
  readonly objects: readonly T[]
}

/** One change of what is kept. Objects, deletions and version belong together: all of them or none. */
export type SnapshotChange<T> =
  | {
      /** The whole collection anew: what was kept before is gone. */
      readonly type: 'replace'
      readonly resourceVersion: string
      readonly objects: readonly T[]
    }
  | {
      /** What has changed since the change before. */
      readonly type: 'delta'
      readonly resourceVersion: string
      /** The newest state of each changed object, by key. */
      readonly upserts: ReadonlyMap<string, T>
      /** Keys that are gone. */
      readonly deletions: readonly string[]
    }

/**
 * Where an informer's state survives a restart. One store holds one resource in one scope for one identity: whoever
 * makes the store sees to that.
 *
 * - `load` answers undefined when nothing usable is kept; it must settle, for the first list waits for it.
 * - `save` applies one change in one transaction: a reader never finds a version that its objects do not cover. It is
 *   not called again before it has settled. A change that was refused changed nothing, and is followed by a `replace`.
 * - `save` answers `'not-owner'` when it kept nothing because somebody else keeps this very collection now (another tab),
 *   or nobody may keep it any more: no error, the next change is a `replace`, and it may come much later.
 */
export interface SnapshotStore<T> {
  load(signal: AbortSignal): Promise<Snapshot<T> | undefined>
  save(change: SnapshotChange<T>, signal: AbortSignal): Promise<SaveOutcome>
}

/** What became of a change; see {@link SnapshotStore}. */
export type SaveOutcome = 'not-owner' | undefined
