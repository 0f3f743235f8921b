import { type Clock, type Random, systemClock } from '../api/clock.ts'
import { isTooLargeResourceVersion } from '../api/errors.ts'
import type { KubernetesObject } from '../api/object.ts'
import type { CacheEvent } from './cache-event.ts'
import { CacheState } from './cache-state.ts'
import type { CachedObject } from './cached-object.ts'
import type { CacherSource } from './cacher-source.ts'
import type { TypeOfObjects } from './delivery.ts'
import { Freshness } from './freshness.ts'
import { Readiness } from './readiness.ts'
import { Reads } from './reads.ts'
import type { CacherGetOptions, CacherList, CacherListOptions, CacherWatchOptions } from './requests.ts'
import { requestedRevision } from './revision.ts'
import { Selections } from './selections.ts'
import { internalError } from './status-errors.ts'
import type { CacherWatch } from './watch.ts'
import { statusOf, Watches } from './watches.ts'

/** Options of {@link Cacher}. */
export interface CacherOptions<T extends KubernetesObject = KubernetesObject> {
  /** What bookmarks say they are. */
  readonly type: TypeOfObjects
  /** What answers where the cache cannot. */
  readonly source: CacherSource<T>
  /** Whether objects have namespaces. @default true */
  readonly isNamespaced?: boolean | undefined
  /** What field selectors see of an object besides name and namespace, by path. Read once for each version. */
  readonly fieldsOf?: ((object: T) => Readonly<Record<string, string>>) | undefined
  /** The field by which watches are found without asking each: `spec.nodeName` of pods. One of {@link fieldsOf}'s. */
  readonly indexField?: string | undefined
  /** How far the history reaches back, once it has grown to it. @default 75_000, which is also the least */
  readonly historyWindowMs?: number | undefined
  /** How many events the history grows to, instead of what a real server grants. */
  readonly historyLimit?: number | undefined
  /** @default 60_000 */
  readonly bookmarkIntervalMs?: number | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
}

/**
 * The watch cache of one resource, as it stands in front of an apiserver's storage: it is fed the state and each write
 * after it, once, and answers any number of lists and watches from memory.
 *
 * The feed is synchronous: `replace` brings a state, `add`, `update` and `delete` bring the writes behind it in the
 * order of their resourceVersions, `progress` says that nothing else happened up to a version, `fail` that the feed broke off.
 *
 * @example
 * const cacher = new Cacher({ type: { kind: 'Pod', apiVersion: 'v1' }, source })
 * cacher.replace(pods, '1000')
 * const watch = await cacher.watch({ resourceVersion: '1000', namespace: 'default' })
 * for await (const deliveries of watch) console.log(deliveries.map(toWatchEvent))
 */
export class Cacher<T extends KubernetesObject = KubernetesObject> {
  readonly #clock: Clock
  readonly #source: CacherSource<T>
  readonly #state: CacheState<T>
  readonly #readiness: Readiness
  readonly #freshness: Freshness
  readonly #selections: Selections
  readonly #watches: Watches<T>
  readonly #reads: Reads<T>

  constructor(options: CacherOptions<T>) {
    const { type, source, fieldsOf, indexField, clock = systemClock, random = Math.random } = options
    const requestProgress = source.requestProgress && (() => source.requestProgress?.())
    this.#clock = clock
    this.#source = source
    this.#state = new CacheState({
      fieldsOf,
      history: { windowMs: options.historyWindowMs, upperBound: options.historyLimit },
    })
    this.#readiness = new Readiness(clock)
    this.#freshness = new Freshness(clock, this.#readiness, () => requestProgress?.())
    this.#selections = new Selections(indexField)
    this.#watches = new Watches({
      state: this.#state,
      type,
      indexField,
      bookmarkIntervalMs: options.bookmarkIntervalMs,
      requestProgress,
      clock,
      random,
    })
    this.#reads = new Reads({
      state: this.#state,
      source,
      readiness: this.#readiness,
      freshness: this.#freshness,
      selections: this.#selections,
      isNamespaced: options.isNamespaced ?? true,
    })
  }

  /** The current revision of the cache; "0" before the initial list. */
  get resourceVersion(): string {
    return this.#state.revision
  }

  /** Whether there is a state to serve from. */
  get isReady(): boolean {
    return this.#readiness.isReady
  }

  /** How many objects it holds. */
  get size(): number {
    return this.#state.tree.size
  }

  /** How many watches are open. */
  get openWatches(): number {
    return this.#watches.size
  }

  /** How many scopes have watches: 0 without watches. */
  get openScopes(): number {
    return this.#watches.scopes
  }

  /** Resolves when there is a state; rejects when the cache was stopped, or with the signal's reason. */
  ready(signal?: AbortSignal): Promise<void> {
    return this.#readiness.wait(signal)
  }

  /** Takes over a whole state. Watches that are open end: nothing says what happened between the states. */
  replace(items: readonly T[], resourceVersion: string): void {
    if (this.#readiness.isStopped) return
    this.#watches.cutAll()
    this.#state.replace(items, resourceVersion)
    this.#watches.dispatcher.reset(this.#state.revision)
    this.#readiness.setReady()
    this.#freshness.set(this.#state.revision)
  }

  /** Takes over an object that was created. Throws an OutOfOrderError where it is older than what came before. */
  add(object: T): void {
    this.#apply(this.#state.put(object, this.#clock.now()))
  }

  /** Takes over an object that was changed. */
  update(object: T): void {
    this.#apply(this.#state.put(object, this.#clock.now()))
  }

  /** @param resourceVersion of the deletion; the object's own where that is what it carries */
  delete(object: T, resourceVersion: string = object.metadata?.resourceVersion ?? ''): void {
    const event = this.#state.remove(object, resourceVersion, this.#clock.now())
    if (event) this.#apply(event)
    else this.#advance()
  }

  /** Everything up to here has been fed. */
  progress(resourceVersion: string): void {
    if (this.#state.progress(resourceVersion)) this.#advance()
  }

  /**
   * The feed broke off: there is nothing to serve from until the next `replace`. Watches that are open end, and reads that
   * wait for a newer version are refused.
   */
  fail(error?: string): void {
    this.#readiness.setPending(error)
    this.#freshness.rejectAll()
    this.#watches.cutAll()
  }

  /** Ends everything, for good. */
  stop(): void {
    this.#readiness.stop()
    this.#freshness.rejectAll()
    this.#watches.cutAll()
    this.#watches.dispatcher.reset(this.#state.revision)
  }

  /** Something to wait for, where readers are so slow that the feed should not go on. */
  backpressure(): Promise<void> | undefined {
    return this.#watches.dispatcher.ready()
  }

  /** Forgets states before a version that the source has compacted. Watches can still start there. */
  compact(resourceVersion: string): void {
    this.#state.forgetSnapshots(resourceVersion)
  }

  /** Forgets all that happened up to a version: no watch can start before it. Those that are open go on. */
  forgetHistory(resourceVersion: string): void {
    this.#state.forgetSnapshots(resourceVersion)
    this.#state.history.forget(resourceVersion)
  }

  /** Whether lists of the past may be answered from here; a failed check of the cache against its source says no. */
  set isConsistent(isConsistent: boolean) {
    this.#state.isConsistent = isConsistent
  }

  get isConsistent(): boolean {
    return this.#state.isConsistent
  }

  /** Undefined where there is no such object. Throws StatusErrors. */
  get(options: CacherGetOptions): Promise<CachedObject<T> | undefined> {
    return this.#reads.get(options)
  }

  /** Throws StatusErrors, and a UsageError for a selector that cannot be parsed. */
  list(options: CacherListOptions): Promise<CacherList<T>> {
    return this.#reads.list(options)
  }

  /**
   * Opens a watch. Throws the 500 for a resourceVersion that is none, the 429 of a cache that is not ready, and a
   * UsageError for a selector that cannot be parsed; everything else that goes wrong is an ERROR in the watch.
   */
  async watch(options: CacherWatchOptions): Promise<CacherWatch<T>> {
    const { resourceVersion = '', signal = options.openingSignal } = options
    const requested = requestedRevision(resourceVersion, this.#state.revision)
    this.#readiness.check()
    const { generation } = this.#readiness
    // The state was replaced while the caller waited, so the caller has to retry.
    const isStale = () => !this.#readiness.isReady || this.#readiness.generation !== generation
    const selection = this.#selections.get(options)
    try {
      const required = await this.#requiredRevision(options, requested, signal)
      if (options.sendInitialEvents) await this.#untilFresh(options, required, signal)
      signal?.throwIfAborted()
      if (isStale()) return this.#watches.over()
      return this.#watches.open(options, selection, required)
    } catch (error) {
      return this.#watches.over(signal?.aborted || isStale() ? undefined : statusOf(error))
    }
  }

  async #requiredRevision(
    { resourceVersion, sendInitialEvents }: CacherWatchOptions,
    requested: string,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const isNewest = !resourceVersion && sendInitialEvents !== undefined
    return isNewest ? this.#source.currentResourceVersion(signal) : requested
  }

  async #untilFresh(
    { resourceVersion }: CacherWatchOptions,
    required: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    try {
      await this.#freshness.until(required, signal)
    } catch (error) {
      // A source that never says how far it is may have nothing new: then there is no telling, and a list is the way.
      if (!resourceVersion && !this.#source.requestProgress && isTooLargeResourceVersion(error))
        throw internalError(
          'a watch stream was requested by the client but the required storage feature RequestWatchProgress is disabled',
          'InternalError',
        )
      throw error
    }
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
