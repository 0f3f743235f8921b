import type { KubernetesObject } from '@kube-informer/core'
import { ListenerSet } from '@kube-informer/core/internal'
import { byKey, insertSorted, lowerBound, removeSorted } from './sorted.ts'
import type { StorageEvent, StoredObject } from './stored-object.ts'

/** What a collection needs of the storage around it. */
export interface Revisions {
  /** The revision of the newest write to any collection. */
  readonly current: number
  /** Where reads start for a collection that is new: nothing before it was forgotten but by a compaction. */
  readonly readFloor: number
  readonly watchFloor: number
  /** Takes the next revision. */
  next(): number
  /** What was written with it is there. */
  written(): void
}

/** How many states of the past are kept as lists, so that the pages of a list do not rebuild them. */
const KEPT_SNAPSHOTS = 4

/** The objects of one resource: their state now, and a history from which earlier states follow. */
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

  /** All keys in order: the list itself, not a copy. */
  get keys(): readonly string[] {
    return this.#keys
  }

  /** The oldest revision whose state can still be read. */
  get readFloor(): number {
    return this.#readFloor
  }

  /** The oldest revision from which a watch can still start. */
  get watchFloor(): number {
    return this.#watchFloor
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key)
  }

  /** Fills an empty collection; what is loaded has no history. */
  load(objects: Iterable<{ key: string; build: (revision: number) => KubernetesObject }>): void {
    for (const { key, build } of objects) {
      const revision = this.#revisions.next()
      this.#objects.set(key, { key, revision, object: build(revision) })
    }
    this.#keys.length = 0
    for (const key of [...this.#objects.keys()].sort()) this.#keys.push(key)
    this.#lastChange = this.#revisions.current
    this.compact(this.#revisions.current)
  }

  /** Creates or replaces. `build` gets the revision, which goes into the object. */
  put(key: string, build: (revision: number) => KubernetesObject): StoredObject {
    const revision = this.#revisions.next()
    const previous = this.#objects.get(key)
    const current: StoredObject = { key, revision, object: build(revision) }
    this.#objects.set(key, current)
    if (!previous) insertSorted(this.#keys, key)
    this.#record({ revision, key, previous, current })
    return current
  }

  /** Removes an object, if it is there; returns the event. */
  remove(key: string): StorageEvent | undefined {
    const previous = this.#objects.get(key)
    if (!previous) return undefined
    const event = { revision: this.#revisions.next(), key, previous, current: undefined }
    this.#objects.delete(key)
    removeSorted(this.#keys, key)
    this.#record(event)
    return event
  }

  /** The state at a revision that is neither in the future nor compacted, in the order of keys. */
  snapshot(revision: number): readonly StoredObject[] {
    // Nothing changed since the last change, so all later revisions share one state.
    const at = Math.min(revision, this.#lastChange)
    const known = this.#snapshots.get(at)
    if (known) return known
    const snapshot = at === this.#lastChange ? this.#currentState() : this.#pastState(at)
    this.#snapshots.set(at, snapshot)
    const oldest = this.#snapshots.keys().next()
    if (this.#snapshots.size > KEPT_SNAPSHOTS && !oldest.done) this.#snapshots.delete(oldest.value)
    return snapshot
  }

  /** The writes after a revision, oldest first. The caller has compared with {@link watchFloor}. */
  eventsAfter(revision: number): readonly StorageEvent[] {
    let start = this.#history.length
    while (start > 0 && (this.#history[start - 1]?.revision ?? 0) > revision) start--
    return this.#history.slice(start)
  }

  /** Calls back for each write, in its order; returns its own undo. */
  subscribe(listener: (event: StorageEvent) => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Forgets the history up to and including a revision: states before it can be neither read nor watched from. */
  compact(revision: number): void {
    this.#readFloor = Math.max(this.#readFloor, revision)
    this.#watchFloor = Math.max(this.#watchFloor, revision)
    this.#history = this.eventsAfter(revision).slice()
    for (const at of this.#snapshots.keys()) if (at < this.#readFloor) this.#snapshots.delete(at)
  }

  /** No watch may start before this revision any more; earlier states can still be read. */
  forgetWatches(revision: number): void {
    this.#watchFloor = Math.max(this.#watchFloor, revision)
  }

  #record(event: StorageEvent): void {
    this.#history.push(event)
    this.#lastChange = event.revision
    this.#listeners.emit(event)
    this.#revisions.written()
    // Half of it goes at once, so that the cost of the move is spread over many writes.
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

  /** The state now, with every write since undone. */
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

/** The part of a snapshot that lies in a namespace ("" for all), starting at `startKey`. */
export function rangeOf(
  snapshot: readonly StoredObject[],
  namespace: string,
  startKey: string,
): { start: number; end: number } {
  const first = namespace === '' ? 0 : lowerBound(snapshot, `${namespace}/`, keyOf)
  // '0' is the character after '/', so this is the first key behind the namespace.
  const end = namespace === '' ? snapshot.length : lowerBound(snapshot, `${namespace}0`, keyOf)
  return { start: startKey === '' ? first : Math.max(first, lowerBound(snapshot, startKey, keyOf)), end }
}
