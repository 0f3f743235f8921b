import { type Clock, type KubernetesObject, type Random, type Row, systemClock } from '@kube-informer/core'
import type { StoredRow } from '@kube-informer/core/snapshot'
import type { CacherSource } from './api/cacher-source.ts'
import { Freshness } from './freshness/freshness.ts'
import { Readiness } from './freshness/readiness.ts'
import type { CacheEvent } from './history/cache-event.ts'
import { CacheState } from './history/cache-state.ts'
import type { CachedItem } from './items/cached-item.ts'
import { type Fed, identityOf } from './items/fed.ts'
import { ItemFactory, type ItemOptions } from './items/item-factory.ts'
import { Reads } from './reads/reads.ts'
import type {
  CacherGetOptions,
  CacherList,
  CacherListOptions,
  CacherWatchOptions,
} from './requests/requests.ts'
import { Selections } from './requests/selections.ts'
import type { TypeOfObjects } from './watch/delivery.ts'
import type { QueueBudget } from './watch/queue-budget.ts'
import type { CacherWatch } from './watch/watch.ts'
import { WatchOpener } from './watches/watch-opener.ts'
import { Watches } from './watches/watches.ts'

/** What the cache serves and from where, how much history it keeps, and how much a slow reader may queue. */
export interface CacherOptions<T extends KubernetesObject = KubernetesObject> extends ItemOptions<T> {
  /** The kind and apiVersion of bookmarks. */
  readonly type: TypeOfObjects
  /** Serves requests that the cache cannot serve. */
  readonly source: CacherSource<T>
  /** Whether objects have namespaces. @default true */
  readonly isNamespaced?: boolean | undefined
  /** The field that watches are indexed by, e.g. `spec.nodeName` of Pods. One of `fieldsOf`. */
  readonly indexField?: string | undefined
  /** The period that the history covers once it has grown. @default 75_000, which is also the minimum */
  readonly historyWindowMs?: number | undefined
  /** Maximum number of events in the history. @default that of a Kubernetes server */
  readonly historyLimit?: number | undefined
  /**
   * Maximum size of the texts of the history, if the cache is fed with rows. A character counts one byte, as in
   * {@link CacherOptions.maxBodyBytes}. @default 32 MiB
   */
  readonly historyBytes?: number | undefined
  /**
   * Whether a watch from a revision that the cache has not reached is refused (410) if the source does not have it either,
   * as after a restore from a backup. A Kubernetes server lets it wait. @default false; true for `cacheFrom`
   */
  readonly verifiesFutureWatches?: boolean | undefined
  /**
   * Bounds what watches queue, in bytes. A watch over the budget ends at once, and delays no other. Several caches can
   * share a budget. @default a maximum number of events, and a short delay for slow readers, as in a Kubernetes server
   */
  readonly queueBudget?: QueueBudget | undefined
  /** @default 60_000 */
  readonly bookmarkIntervalMs?: number | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
}

/**
 * The watch cache of one resource, as in front of an apiserver's storage. It receives the state and each later write once,
 * and serves any number of lists and watches from memory.
 *
 * The feed is synchronous: `replace` sets a state; `add`, `update` and `delete` apply later writes in the order of their
 * resourceVersions; `progress` reports that there were no other writes up to a revision; `fail` reports a failed feed.
 *
 * @example
 * const cacher = new Cacher({ type: { kind: 'Pod', apiVersion: 'v1' }, source })
 * cacher.replace(pods, '1000')
 * const watch = await cacher.watch({ resourceVersion: '1000', namespace: 'default' })
 * for await (const deliveries of watch) console.log(deliveries.map(toWatchEvent))
 */
export class Cacher<T extends KubernetesObject = KubernetesObject> {
  readonly #clock: Clock
  readonly #items: ItemFactory<T>
  readonly #state: CacheState<T>
  readonly #readiness: Readiness
  readonly #freshness: Freshness
  readonly #watches: Watches<T>
  readonly #reads: Reads<T>
  readonly #opener: WatchOpener<T>

  constructor(options: CacherOptions<T>) {
    const { type, source, indexField, clock = systemClock, random = Math.random } = options
    const requestProgress = source.requestProgress && (() => source.requestProgress?.())
    this.#clock = clock
    this.#items = new ItemFactory(options)
    this.#state = new CacheState({
      items: this.#items,
      history: {
        windowMs: options.historyWindowMs,
        upperBound: options.historyLimit,
        maxBytes: options.historyBytes,
      },
    })
    this.#readiness = new Readiness(clock)
    this.#freshness = new Freshness(clock, this.#readiness, () => requestProgress?.())
    const selections = new Selections(indexField)
    this.#watches = new Watches({
      state: this.#state,
      type,
      indexField,
      bookmarkIntervalMs: options.bookmarkIntervalMs,
      queueBudget: options.queueBudget,
      requestProgress,
      clock,
      random,
    })
    const shared = {
      state: this.#state,
      source,
      readiness: this.#readiness,
      freshness: this.#freshness,
      selections,
    }
    this.#reads = new Reads({ ...shared, isNamespaced: options.isNamespaced ?? true })
    this.#opener = new WatchOpener({
      ...shared,
      watches: this.#watches,
      verifiesFuture: options.verifiesFutureWatches ?? false,
    })
  }

  /** The current revision of the cache; "0" before the initial list. */
  get resourceVersion(): string {
    return this.#state.revision
  }

  /** Whether the cache has a state to serve. */
  get isReady(): boolean {
    return this.#readiness.isReady
  }

  /** Number of cached objects. */
  get size(): number {
    return this.#state.tree.size
  }

  /** The text of current rows in memory, in characters; without that of the history. */
  get bodyBytes(): number {
    return this.#items.bodyBytes
  }

  /** The size of the texts of the history, in characters. */
  get historyBytes(): number {
    return this.#state.history.bytes
  }

  /** Number of open watches. */
  get openWatches(): number {
    return this.#watches.size
  }

  /** Number of scopes with watches; 0 without watches. */
  get openScopes(): number {
    return this.#watches.scopes
  }

  /** Resolves when the cache has a state. Rejects when it is stopped, or with the signal's reason. */
  ready(signal?: AbortSignal): Promise<void> {
    return this.#readiness.wait(signal)
  }

  /**
   * Creates the items of a part of a state, for a later {@link replace}. Texts above `maxBodyBytes` move to the store, so
   * that a state that arrives in pages is never complete in memory. {@link dismiss} them if the state is not completed.
   */
  admit(part: Iterable<Fed<T>>): readonly CachedItem<T>[] {
    return this.#state.admit(part)
  }

  dismiss(items: readonly CachedItem<T>[]): void {
    this.#state.dismiss(items)
  }

  /** The current state for a StateLog. Texts in the store are read as they are needed. */
  *rows(): Iterable<Row<T>> {
    const { tree } = this.#state
    for (const item of tree.slice(0, tree.size)) yield item.row
  }

  /**
   * Sets a complete state. Open watches end, since the changes between the states are unknown. Lazy objects are built when
   * a read needs them.
   */
  replace(items: Iterable<Fed<T> | CachedItem<T>>, resourceVersion: string): void {
    if (this.#readiness.isStopped) return
    this.#watches.cutAll()
    this.#state.replace(items, resourceVersion)
    this.#watches.dispatcher.reset(this.#state.revision)
    this.#readiness.setReady()
    this.#freshness.set(this.#state.revision)
  }

  /**
   * Reads the texts of some rows of a stored state that no read has needed yet. Returns whether there are more. Throws if
   * one could not be read, also by a read before: the state is then incomplete and has to be replaced.
   */
  readTexts(): boolean {
    return this.#state.readTexts()
  }

  /** Applies a creation. Throws an OutOfOrderError if it is older than the current revision. */
  add(object: T | Row<T> | StoredRow): void {
    this.#apply(this.#state.put(object, this.#clock.now()))
  }

  /** Applies an update. */
  update(object: T | Row<T> | StoredRow): void {
    this.#apply(this.#state.put(object, this.#clock.now()))
  }

  /** Applies a deletion at a resourceVersion, by default the object's own. */
  delete(object: T | Row<T> | StoredRow, resourceVersion: string = identityOf(object).resourceVersion): void {
    const event = this.#state.remove(object, resourceVersion, this.#clock.now())
    if (event) this.#apply(event)
    else this.#advance()
  }

  /** Reports that all writes up to this resourceVersion have been fed. */
  progress(resourceVersion: string): void {
    if (this.#state.progress(resourceVersion)) this.#advance()
  }

  /**
   * Reports that the feed failed. There is no state to serve until the next `replace`: open watches end, and reads that wait
   * for a newer revision are rejected.
   */
  fail(error?: string): void {
    this.#readiness.setPending(error)
    this.#freshness.rejectAll()
    this.#watches.cutAll()
  }

  /** Stops the cache permanently. */
  stop(): void {
    this.#readiness.stop()
    this.#freshness.rejectAll()
    this.#watches.cutAll()
    this.#watches.dispatcher.reset(this.#state.revision)
  }

  /** A promise that the feed should wait for if readers are too slow; undefined otherwise. */
  backpressure(): Promise<void> | undefined {
    return this.#watches.dispatcher.ready()
  }

  /** Discards states before a revision that the source has compacted. Watches can still start there. */
  compact(resourceVersion: string): void {
    this.#state.forgetSnapshots(resourceVersion)
  }

  /** Discards the history up to a revision, so that no watch can start before it. Open watches continue. */
  forgetHistory(resourceVersion: string): void {
    this.#state.forgetSnapshots(resourceVersion)
    this.#state.history.forget(resourceVersion)
  }

  /** Whether the cache may serve lists of past revisions. False after a failed consistency check. */
  set isConsistent(isConsistent: boolean) {
    this.#state.isConsistent = isConsistent
  }

  get isConsistent(): boolean {
    return this.#state.isConsistent
  }

  /** Resolves with undefined if there is no such object. Throws StatusErrors. */
  get(options: CacherGetOptions): Promise<CachedItem<T> | undefined> {
    return this.#reads.get(options)
  }

  /** Throws StatusErrors, and a UsageError for a selector that cannot be parsed. */
  list(options: CacherListOptions): Promise<CacherList<T>> {
    return this.#reads.list(options)
  }

  /**
   * Opens a watch. Throws a 500 for an invalid resourceVersion, a 429 if the cache is not ready, and a UsageError for an
   * invalid selector. Every other failure is an ERROR event of the watch.
   */
  watch(options: CacherWatchOptions): Promise<CacherWatch<T>> {
    return this.#opener.open(options)
  }

  #apply(event: CacheEvent<T>): void {
    this.#watches.dispatcher.dispatch(event)
    this.#freshness.set(this.#state.revision)
  }

  #advance(): void {
    this.#watches.dispatcher.dispatch(this.#state.revision)
    this.#freshness.set(this.#state.revision)
  }
}
