import { InformerError, type KubernetesObject, type Row } from '@kube-informer/core'
import type { StoredRow } from '@kube-informer/core/snapshot'
import { isNewer, normalRevision } from '../api/revision.ts'
import { storageKey } from '../api/storage-key.ts'
import type { CachedItem } from '../items/cached-item.ts'
import { CachedObject } from '../items/cached-object.ts'
import { CachedRow } from '../items/cached-row.ts'
import { type Fed, identityOf } from '../items/fed.ts'
import type { ItemFactory } from '../items/item-factory.ts'
import { CacheEvent } from './cache-event.ts'
import { History, type HistoryOptions } from './history.ts'
import { SortedTree } from './sorted-tree.ts'

/** The feed delivered an older resourceVersion, or none. The state of the cache could no longer be trusted. */
export class OutOfOrderError extends InformerError {
  override readonly name = 'OutOfOrderError'
  readonly code = 'OutOfOrder'
}

export interface CacheStateOptions<T extends KubernetesObject> {
  readonly history?: HistoryOptions<T> | undefined
  readonly items: ItemFactory<T>
}

/** The contents of a cache: the current state, the recent writes, and the state after each of them. */
export class CacheState<T extends KubernetesObject = KubernetesObject> {
  readonly history: History<T>
  readonly #items: ItemFactory<T>
  #revision = '0'
  #tree: SortedTree<CachedItem<T>> = SortedTree.of<CachedItem<T>>([])
  /** The state of the last {@link replace}, while all later writes are in the history. */
  #base: { readonly tree: SortedTree<CachedItem<T>>; readonly start: number } | undefined
  #isConsistent = true
  #snapshotFloor = '0'

  constructor({ history, items }: CacheStateOptions<T>) {
    this.history = new History({ ...history, onDrop: event => this.#settle(event) })
    this.#items = items
  }

  get revision(): string {
    return this.#revision
  }

  get tree(): SortedTree<CachedItem<T>> {
    return this.#tree
  }

  /** The cached item if it holds this very object; otherwise a new one. */
  cached(fed: Fed<T>): CachedItem<T> {
    const { namespace, name } = identityOf(fed)
    const known = this.#tree.get(storageKey(namespace, name))
    return known?.isOf(fed) ? known : this.#items.create(fed)
  }

  /** Creates the items of a part of a state that is going to {@link replace} this one. */
  admit(parts: Iterable<Fed<T>>): readonly CachedItem<T>[] {
    return this.#items.batch(() => this.#admit(parts))
  }

  /** Releases the items of a state that was not completed. */
  dismiss(items: readonly CachedItem<T>[]): void {
    this.#items.batch(() => this.#dismiss(items))
  }

  replace(parts: Iterable<Fed<T> | CachedItem<T>>, resourceVersion: string): void {
    const revision = checkedRevision(resourceVersion)
    this.#items.unread.clear()
    this.#items.batch(() => this.#replace(this.#admit(parts)))
    this.#revision = revision
    this.history.reset(revision)
    this.#base = this.#isConsistent ? { tree: this.#tree, start: this.history.start } : undefined
    this.#snapshotFloor = revision
  }

  /** Reads some texts of the stored state that the cache started from. Returns whether there are more. */
  readTexts(): boolean {
    return this.#items.unread.readNext()
  }

  /** Stores an object. Its resourceVersion is that of the write. */
  put(fed: T | Row<T> | StoredRow, time: number): CacheEvent<T> {
    const revision = this.#next(identityOf(fed).resourceVersion)
    const current = this.#items.create(fed)
    const previous = this.#tree.get(current.key)
    previous?.recall()
    this.#tree = this.#tree.with(current)
    return this.#record(new CacheEvent({ revision, time, previous, current }))
  }

  /** Removes an object. If it does not exist, only the revision advances. */
  remove(fed: T | Row<T> | StoredRow, resourceVersion: string, time: number): CacheEvent<T> | undefined {
    const revision = this.#next(resourceVersion)
    const { namespace, name } = identityOf(fed)
    const previous = this.#tree.get(storageKey(namespace, name))
    previous?.recall()
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
  snapshotAt(revision: string): SortedTree<CachedItem<T>> | undefined {
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

  #admit(parts: Iterable<Fed<T> | CachedItem<T>>): readonly CachedItem<T>[] {
    const items: CachedItem<T>[] = []
    try {
      for (const part of parts) {
        const item = isItem(part) ? part : this.cached(part)
        item.settle()
        items.push(item)
      }
    } catch (error) {
      this.#dismiss(items)
      throw error
    }
    return items
  }

  #dismiss(items: readonly CachedItem<T>[]): void {
    for (const item of items) {
      const current = this.#tree.get(item.key)
      if (current !== item) item.discard(current)
    }
  }

  #replace(items: readonly CachedItem<T>[]): void {
    const before = this.#tree.slice(0, this.#tree.size)
    this.#tree = SortedTree.of(items)
    this.#dismiss(before)
    // A list that was read in pages may name a key twice.
    if (this.#tree.size < items.length) this.#dismiss(items)
  }

  /** The event left the history. Its object may still be the current one. */
  #settle({ current }: CacheEvent<T>): void {
    if (current && this.#tree.get(current.key) === current) current.settle()
  }

  #record(event: CacheEvent<T>): CacheEvent<T> {
    this.#revision = event.revision
    if (this.#isConsistent) event.snapshot = this.#tree
    passOn(event)
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
  throw new OutOfOrderError(`the resourceVersion of a feed must be a number, got ${JSON.stringify(text)}`)
}

/** The next version of an object shares most of its parts, and so their encodings. */
function passOn<T extends KubernetesObject>({ previous, current }: CacheEvent<T>): void {
  if (!(previous instanceof CachedObject)) return
  if (current instanceof CachedObject) current.parts = previous.parts
  previous.parts = undefined
}

const isItem = <T extends KubernetesObject>(part: Fed<T> | CachedItem<T>): part is CachedItem<T> =>
  part instanceof CachedObject || part instanceof CachedRow
