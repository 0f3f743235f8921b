import { InformerError } from '../api/errors.ts'
import type { KubernetesObject } from '../api/object.ts'
import { CacheEvent } from './cache-event.ts'
import { CachedObject } from './cached-object.ts'
import { History, type HistoryOptions } from './history.ts'
import type { LazyObject } from './lazy-object.ts'
import { isNewer, normalRevision } from './revision.ts'
import { SortedTree } from './sorted-tree.ts'
import { storageKey } from './storage-key.ts'

/** The feed delivered an older resourceVersion, or none. The state of the cache could no longer be trusted. */
export class OutOfOrderError extends InformerError {
  override readonly name = 'OutOfOrderError'
  readonly code = 'OutOfOrder'
}

/** Options of {@link CacheState}. */
export interface CacheStateOptions<T extends KubernetesObject> {
  readonly history?: HistoryOptions | undefined
  readonly fieldsOf?: ((object: T) => Readonly<Record<string, string>>) | undefined
}

/** The contents of a cache: the current state, the recent writes, and the state after each of them. */
export class CacheState<T extends KubernetesObject = KubernetesObject> {
  readonly history: History<T>
  readonly #fieldsOf: ((object: T) => Readonly<Record<string, string>>) | undefined
  #revision = '0'
  #tree: SortedTree<CachedObject<T>> = SortedTree.of<CachedObject<T>>([])
  /** The state of the last {@link replace}, while all later writes are in the history. */
  #base: { readonly tree: SortedTree<CachedObject<T>>; readonly start: number } | undefined
  #isConsistent = true
  #snapshotFloor = '0'

  constructor({ history, fieldsOf }: CacheStateOptions<T>) {
    this.history = new History(history)
    this.#fieldsOf = fieldsOf
  }

  get revision(): string {
    return this.#revision
  }

  get tree(): SortedTree<CachedObject<T>> {
    return this.#tree
  }

  /** The cached entry if it holds this very object; otherwise a new CachedObject. */
  cached(object: T | LazyObject<T>): CachedObject<T> {
    const { namespace = '', name = '' } = object.metadata ?? {}
    const known = this.#tree.get(storageKey(namespace, name))
    return known?.isOf(object) ? known : new CachedObject(object, this.#fieldsOf)
  }

  replace(items: readonly (T | LazyObject<T>)[], resourceVersion: string): void {
    const revision = checkedRevision(resourceVersion)
    this.#tree = SortedTree.of(items.map(item => this.cached(item)))
    this.#revision = revision
    this.history.reset(revision)
    this.#base = this.#isConsistent ? { tree: this.#tree, start: this.history.start } : undefined
    this.#snapshotFloor = revision
  }

  /** Stores an object. Its resourceVersion is that of the write. */
  put(object: T, time: number): CacheEvent<T> {
    const revision = this.#next(object.metadata?.resourceVersion ?? '')
    const current = new CachedObject(object, this.#fieldsOf)
    const previous = this.#tree.get(current.key)
    this.#tree = this.#tree.with(current)
    return this.#record(new CacheEvent({ revision, time, previous, current }))
  }

  /** Removes an object. If it does not exist, only the revision advances. */
  remove(object: T, resourceVersion: string, time: number): CacheEvent<T> | undefined {
    const revision = this.#next(resourceVersion)
    const { namespace = '', name = '' } = object.metadata ?? {}
    const previous = this.#tree.get(storageKey(namespace, name))
    this.#revision = revision
    if (!previous) return undefined
    this.#tree = this.#tree.without(previous.key)
    return this.#record(new CacheEvent({ revision, time, previous, current: undefined }))
  }

  /** Advances the revision; returns whether it changed. */
  progress(resourceVersion: string): boolean {
    const revision = checkedRevision(resourceVersion)
    if (!isNewer(revision, this.#revision)) return false
    this.#revision = revision
    return true
  }

  /** The state at a revision that is not in the future; undefined if it is no longer available. */
  snapshotAt(revision: string): SortedTree<CachedObject<T>> | undefined {
    if (!this.#isConsistent || isNewer(this.#snapshotFloor, revision)) return undefined
    const after = this.history.firstAfter(revision)
    if (after === this.history.end) return this.#tree
    const last = this.history.at(after - 1)
    if (last) return last.snapshot
    return this.#base?.start === this.history.start ? this.#base.tree : undefined
  }

  /** Discards the states before a revision that the source has compacted. */
  forgetSnapshots(resourceVersion: string): void {
    const revision = checkedRevision(resourceVersion)
    if (!isNewer(revision, this.#snapshotFloor)) return
    this.#snapshotFloor = revision
    const needed = this.history.firstAfter(revision) - 1
    for (let index = this.history.start; index < needed; index++) this.#dropSnapshot(index)
    if (needed >= this.history.start) this.#base = undefined
  }

  /** Whether past states are reliable. While they are not, none is retained. */
  set isConsistent(isConsistent: boolean) {
    if (this.#isConsistent === isConsistent) return
    this.#isConsistent = isConsistent
    this.#snapshotFloor = this.#revision
    this.#base = undefined
    for (let index = this.history.start; index < this.history.end; index++) this.#dropSnapshot(index)
  }

  get isConsistent(): boolean {
    return this.#isConsistent
  }

  #dropSnapshot(index: number): void {
    const event = this.history.at(index)
    if (event) event.snapshot = undefined
  }

  #record(event: CacheEvent<T>): CacheEvent<T> {
    this.#revision = event.revision
    if (this.#isConsistent) event.snapshot = this.#tree
    if (event.previous) passOn(event.previous, event.current)
    this.history.push(event)
    if (this.#base && this.#base.start !== this.history.start) this.#base = undefined
    return event
  }

  #next(resourceVersion: string): string {
    const revision = checkedRevision(resourceVersion)
    if (isNewer(revision, this.#revision)) return revision
    throw new OutOfOrderError(
      `the feed went back from resourceVersion ${this.#revision} to ${revision}: list again and replace the state`,
    )
  }
}

function checkedRevision(text: string): string {
  const revision = normalRevision(text)
  if (revision !== undefined && revision !== '0') return revision
  throw new OutOfOrderError(
    `a feed has to say where it is, and ${JSON.stringify(text)} is no resourceVersion`,
  )
}

/** Frees the encodings of a replaced object: it is seldom sent again, and they would dominate the history's memory. */
function passOn(previous: CachedObject, current: CachedObject | undefined): void {
  previous.forgetEncodings()
  if (current) current.parts = previous.parts
  previous.parts = undefined
}
