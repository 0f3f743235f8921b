import { LazyObject } from '@kube-informer/cacher'
import type { KubernetesObject } from '@kube-informer/core'
import { ListenerSet } from '@kube-informer/core/internal'
import { byKey, insertSorted, lowerBound, removeSorted } from './sorted.ts'
import { LazyStoredObject, type StorageEvent, type StoredObject } from './stored-object.ts'

/** The revision counter that collections share. */
export interface Revisions {
  /** The revision of the latest write to any collection. */
  readonly current: number
  /** The read floor of a new collection: the last compaction. */
  readonly readFloor: number
  readonly watchFloor: number
  /** Takes the next revision. */
  next(): number
  /** Reports that a write with the current revision is complete. */
  written(): void
}

/** An object of the initial state. */
export interface Loaded {
  readonly key: string
  readonly build: (revision: number) => KubernetesObject
  /** Given for an object that is built when it is first read. */
  readonly lazy?: LazyObject
}

/** The number of cached past states, so that the pages of a list do not rebuild them. */
const KEPT_SNAPSHOTS = 4

/** The current objects of one resource, and the history to reconstruct earlier states. */
export class Collection {
  readonly #revisions: Revisions
  readonly #historyLimit: number
  readonly #objects = new Map<string, StoredObject>()
  readonly #keys: string[] = []
  readonly #listeners = new ListenerSet<[event: StorageEvent]>()
  readonly #snapshots = new Map<number, readonly StoredObject[]>()
  #history: StorageEvent[] = []
  #lastChange = 0
  #readFloor: number
  #watchFloor: number

  constructor(revisions: Revisions, historyLimit: number) {
    this.#revisions = revisions
    this.#historyLimit = historyLimit
    this.#readFloor = revisions.readFloor
    this.#watchFloor = revisions.watchFloor
  }

  /** All keys in order: the internal array, not a copy. */
  get keys(): readonly string[] {
    return this.#keys
  }

  /** The oldest revision that can be read. */
  get readFloor(): number {
    return this.#readFloor
  }

  /** The oldest revision from which a watch can start. */
  get watchFloor(): number {
    return this.#watchFloor
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key)
  }

  /** Fills an empty collection without history. */
  load(objects: Iterable<Loaded>): void {
    for (const { key, build, lazy } of objects) {
      const revision = this.#revisions.next()
      const stored = lazy
        ? new LazyStoredObject(key, revision, new LazyObject(lazy, () => build(revision)))
        : { key, revision, object: build(revision) }
      this.#objects.set(key, stored)
    }
    this.#keys.length = 0
    for (const key of [...this.#objects.keys()].sort()) this.#keys.push(key)
    this.#lastChange = this.#revisions.current
    this.compact(this.#revisions.current)
  }

  /** Creates or replaces an object. `build` receives the revision. */
  put(key: string, build: (revision: number) => KubernetesObject): StoredObject {
    const revision = this.#revisions.next()
    const previous = this.#objects.get(key)
    const current: StoredObject = { key, revision, object: build(revision) }
    this.#objects.set(key, current)
    if (!previous) insertSorted(this.#keys, key)
    this.#record({ revision, key, previous, current })
    return current
  }

  /** Removes an object if it exists; returns the event. */
  remove(key: string): StorageEvent | undefined {
    const previous = this.#objects.get(key)
    if (!previous) return undefined
    const event = { revision: this.#revisions.next(), key, previous, current: undefined }
    this.#objects.delete(key)
    removeSorted(this.#keys, key)
    this.#record(event)
    return event
  }

  /** The state at a revision, in key order. The revision is neither in the future nor compacted. */
  snapshot(revision: number): readonly StoredObject[] {
    // All revisions since the last change share one state.
    const at = Math.min(revision, this.#lastChange)
    const known = this.#snapshots.get(at)
    if (known) return known
    const snapshot = at === this.#lastChange ? this.#currentState() : this.#pastState(at)
    this.#snapshots.set(at, snapshot)
    const oldest = this.#snapshots.keys().next()
    if (this.#snapshots.size > KEPT_SNAPSHOTS && !oldest.done) this.#snapshots.delete(oldest.value)
    return snapshot
  }

  /** The writes after a revision, oldest first. The caller has checked {@link watchFloor}. */
  eventsAfter(revision: number): readonly StorageEvent[] {
    let start = this.#history.length
    while (start > 0 && (this.#history[start - 1]?.revision ?? 0) > revision) start--
    return this.#history.slice(start)
  }

  /** Subscribes to writes; returns the unsubscribe function. */
  subscribe(listener: (event: StorageEvent) => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Discards the history up to a revision: earlier states can be neither read nor watched from. */
  compact(revision: number): void {
    this.#readFloor = Math.max(this.#readFloor, revision)
    this.#watchFloor = Math.max(this.#watchFloor, revision)
    this.#history = this.eventsAfter(revision).slice()
    for (const at of this.#snapshots.keys()) if (at < this.#readFloor) this.#snapshots.delete(at)
  }

  /** Prevents watches from starting before this revision; earlier states can still be read. */
  forgetWatches(revision: number): void {
    this.#watchFloor = Math.max(this.#watchFloor, revision)
  }

  #record(event: StorageEvent): void {
    this.#history.push(event)
    this.#lastChange = event.revision
    this.#listeners.emit(event)
    this.#revisions.written()
    // Discards a third at a time, to amortize the cost of the move.
    if (this.#history.length > this.#historyLimit * 1.5) this.#forgetOldest()
  }

  #forgetOldest(): void {
    const last = this.#history[this.#history.length - this.#historyLimit - 1]
    if (last) this.compact(last.revision)
  }

  #currentState(): readonly StoredObject[] {
    const state: StoredObject[] = []
    for (const key of this.#keys) {
      const stored = this.#objects.get(key)
      if (stored) state.push(stored)
    }
    return state
  }

  /** The current state with later writes undone. */
  #pastState(revision: number): readonly StoredObject[] {
    const before = new Map<string, StoredObject | undefined>()
    for (const event of this.eventsAfter(revision)) {
      if (!before.has(event.key)) before.set(event.key, event.previous)
    }
    const state = this.#currentState().filter(stored => !before.has(stored.key))
    for (const stored of before.values()) if (stored) state.push(stored)
    return state.sort(byKey)
  }
}

const keyOf = (stored: StoredObject): string => stored.key

/** The part of a snapshot in a namespace ("" for all), starting at `startKey`. */
export function rangeOf(
  snapshot: readonly StoredObject[],
  namespace: string,
  startKey: string,
): { start: number; end: number } {
  const first = namespace === '' ? 0 : lowerBound(snapshot, `${namespace}/`, keyOf)
  // '0' follows '/', so this is the first key after the namespace.
  const end = namespace === '' ? snapshot.length : lowerBound(snapshot, `${namespace}0`, keyOf)
  return { start: startKey === '' ? first : Math.max(first, lowerBound(snapshot, startKey, keyOf)), end }
}
