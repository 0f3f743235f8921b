import { type Clock, systemClock } from '../../api/clock.ts'
import { UsageError } from '../../api/errors.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import { ListenerSet } from '../../internal/listener-set.ts'
import { throwLater } from '../../internal/throw-later.ts'
import type { HandlerOptions, HandlerRegistration, ResourceEventHandler } from '../handlers/event-handler.ts'
import { handlerName } from '../handlers/handler-name.ts'
import { SharedProcessor } from '../handlers/shared-processor.ts'
import { DeltaFIFO } from '../queue/delta-fifo.ts'
import type { Delta, Queue } from '../queue/queue.ts'
import { RealFIFO } from '../queue/real-fifo.ts'
import { type Indexers, metaNamespaceIndex, NAMESPACE_INDEX } from '../store/index-function.ts'
import { Indexer } from '../store/indexer.ts'
import { Lister } from '../store/lister.ts'
import type { DoneChecker } from '../sync/done-checker.ts'
import { SingleFileTracker } from '../sync/single-file-tracker.ts'
import { waitForSync } from '../sync/wait-for-sync.ts'
import { type CacheChange, isEffective } from './cache-change.ts'
import { Controller } from './controller.ts'
import type { SharedIndexInformerOptions } from './informer-options.ts'
import type { InformerStatus } from './informer-status.ts'
import { InformerStatusTracker } from './informer-status-tracker.ts'
import { loadSnapshot } from './load-snapshot.ts'
import { applyDeltas } from './process-deltas.ts'
import { SnapshotWriter } from './snapshot-writer.ts'

const SNAPSHOT_THROTTLE_MS = 500

/**
 * A live, indexed copy of one collection of the apiserver (client-go `cache.SharedIndexInformer`).
 *
 * - The cache and its indexes change before a handler is called; they may already include later changes.
 * - A handler receives the states of an object in their order; between objects there is no order.
 * - A handler that is added late receives every object of the cache first, without loss or repetition.
 * - Each handler's calls are sequential; handlers are independent of each other, so that a slow or throwing one affects
 *   no other.
 * - An object that is deleted and recreated may appear as one update: compare uids.
 * - With a snapshot store, saved objects are delivered first, as the initial list, and it has synced once they are
 *   processed. Later changes arrive by the resumed watch or, if that is rejected, by a list, as updates and tombstones.
 *   The status is `cached` until the server has confirmed the objects.
 * - After the signal of `run` aborts, no handler is called and no timer remains. A stopped informer cannot be
 *   restarted.
 *
 * @example
 * const informer = new SharedIndexInformer<Pod>({ listerWatcher: createListWatch(client, pods) })
 * const registration = informer.addEventHandler({ onAdd: pod => console.log('+', pod.metadata?.name) })
 * void informer.run(signal)
 * await informer.synced(signal) // the lister has every Pod, or the reason why it cannot
 * await registration.synced // onAdd was called for each of them
 * informer.indexer.byIndex('namespace', 'default')
 */
export class SharedIndexInformer<T, TIndexName extends string = string> {
  /** The cache. Do not write to it. */
  readonly indexer: Indexer<T, TIndexName | typeof NAMESPACE_INDEX>
  /** Reads the cache like a client reads the server. */
  readonly lister: Lister<T>
  /** `hasSynced` in the form that `waitFor` takes. */
  readonly hasSyncedChecker: DoneChecker
  readonly #options: SharedIndexInformerOptions<T, TIndexName>
  readonly #access: ObjectAccess<T>
  readonly #queue: Queue<T>
  readonly #processor: SharedProcessor<T>
  readonly #tracker: InformerStatusTracker
  readonly #changeListeners: ListenerSet<[changes: readonly CacheChange<T>[]]>
  readonly #clock: Clock
  readonly #synced: SingleFileTracker
  #controller: Controller<T> | undefined
  #snapshots: SnapshotWriter<T> | undefined
  #running: Promise<void> | undefined
  #stopped = false
  /** The source of the cache's last full state. */
  #stateFrom: 'nowhere' | 'snapshot' | 'server' = 'nowhere'
  /** Whether the next full state comes from the snapshot store. */
  #expectsSnapshot = false
  #coveredResourceVersion = ''

  constructor(options: SharedIndexInformerOptions<T, TIndexName>) {
    const { listerWatcher, indexers, queue, transform, mutationDetector } = options
    const { resyncPeriodMs = 0, onHandlerError = () => {}, clock = systemClock } = options
    const access = listerWatcher.access ?? (objectAccess as ObjectAccess<T>)
    // A transform may change objects in place.
    if (transform) listerWatcher.unshare?.()
    this.#options = options
    this.#access = access
    this.#clock = clock
    this.indexer = new Indexer<T>({
      access,
      indexers: { [NAMESPACE_INDEX]: metaNamespaceIndex, ...indexers },
    })
    this.lister = new Lister(this.indexer, access)
    this.#queue =
      queue === 'real'
        ? new RealFIFO({ transformer: transform, access })
        : new DeltaFIFO({ knownObjects: this.indexer, transformer: transform, access, atomic: true })
    this.#processor = new SharedProcessor({ clock, resyncPeriodMs, onHandlerError, mutationDetector })
    this.#tracker = new InformerStatusTracker({
      clock,
      onWatchError: options.onWatchError,
      onRead: () => this.#updateResourceVersion(),
      onMissed: () => this.#snapshots?.missed(),
    })
    this.#changeListeners = new ListenerSet(error => throwLater(clock, error))
    this.#synced = new SingleFileTracker(listerWatcher.description ?? 'objects')
    this.hasSyncedChecker = this.#synced
  }

  /** The status: immutable, replaced at each change. */
  get status(): InformerStatus {
    return this.#tracker.status
  }

  /** Calls the listener at each change of the status. Returns the unsubscribe function. */
  subscribeStatus(listener: (status: InformerStatus) => void): () => void {
    return this.#tracker.subscribe(() => listener(this.status))
  }

  /** The resourceVersion that the watch resumes from; "" before the initial list. */
  get lastSyncResourceVersion(): string {
    return this.#controller?.lastSyncResourceVersion ?? ''
  }

  /**
   * The newest resourceVersion up to which the cache has all changes; "" before the initial list. It follows
   * `lastSyncResourceVersion`, which includes queued changes.
   */
  get coveredResourceVersion(): string {
    return this.#coveredResourceVersion
  }

  /** Whether `run` was called; remains true after the stop. */
  get isStarted(): boolean {
    return this.#running !== undefined
  }

  get isStopped(): boolean {
    return this.#stopped
  }

  /**
   * Registers a handler. A handler added after `run` first receives every object of the cache (`isInInitialList` true).
   * The same handler may be registered twice, and is then called twice. Throws if the informer has stopped.
   */
  addEventHandler(handler: ResourceEventHandler<T>, options: HandlerOptions = {}): HandlerRegistration {
    if (this.#stopped) {
      const name = options.name ?? handlerName(handler)
      throw new UsageError(`handler ${name} was not added to shared informer because it has stopped already`)
    }
    // Objects that were stored before the start are not replayed (S-43); the initial list delivers them.
    const initial = this.#running ? this.indexer.list() : []
    const listener = this.#processor.addHandler(handler, options, initial)
    if (this.#synced.hasSynced()) listener.upstreamHasSynced()
    return listener
  }

  /** Removes a registration of this informer; has no effect on those of others. Idempotent. */
  removeEventHandler(registration: HandlerRegistration): void {
    this.#processor.find(registration)?.remove()
  }

  /**
   * Calls the listener once for each batch that is applied to the cache, with the batch's changes in order, in the same
   * synchronous step: no reader sees the new content earlier. Cheaper than a handler, which queues one notification per
   * object. The listener must be quick. It does not receive earlier changes, nor updates that change nothing (a resync,
   * or a relist of the same state). What it throws is reported as uncaught and affects no other listener. No call
   * follows an abort. Returns the unsubscribe function.
   *
   * @example
   * const unsubscribe = informer.subscribeChanges(changes => view.invalidate(changes.map(({ key }) => key)))
   */
  subscribeChanges(listener: (changes: readonly CacheChange<T>[]) => void): () => void {
    return this.#changeListeners.add(listener)
  }

  /** Adds indexes at any time before the stop; throws if a name is taken. */
  addIndexers(indexers: Indexers<T>): void {
    if (this.#stopped) throw new UsageError('cannot add indexers to an informer that has stopped')
    this.indexer.addIndexers(indexers)
  }

  /** Whether the initial list, or a snapshot, is in the cache. Each handler has its own `hasSynced`. */
  hasSynced(): boolean {
    return this.#synced.hasSynced()
  }

  /**
   * Resolves once the initial list, or a snapshot, is in the cache. Rejects with a StatusError that retrying does not
   * resolve (a 403, for example), when the signal aborts, and when the informer stops before.
   *
   * A script that reads the lister waits for this. A script that collects what a handler receives also waits for `synced` of the
   * handler's registration.
   */
  synced(signal?: AbortSignal): Promise<void> {
    return waitForSync(this, this.#tracker, signal)
  }

  /**
   * Lists and watches until the signal aborts; resolves when everything has ended, and never rejects.
   * A further call returns the promise of the first, ignores its own signal, and warns in `status.notice`.
   */
  run(signal: AbortSignal): Promise<void> {
    if (this.#running) {
      this.#tracker.onNotice('run was called more than once')
      return this.#running
    }
    this.#running = this.#run(signal)
    return this.#running
  }

  /**
   * Treats every open connection as dead, for example after a sleep of the machine or a change of network. The watch is
   * replaced at once by one that resumes from `lastSyncResourceVersion`, without a list and without an error, and a
   * pause after a failure ends. A list in flight continues, unless no data arrives for five seconds. Calls in quick
   * succession count as one. With `force`, each call counts, and a list in flight is repeated at once. Before `run` and
   * after the stop, the call has no effect.
   *
   * @example
   * addEventListener('online', () => informer.reconnect())
   */
  reconnect(options?: { readonly force?: boolean | undefined }): void {
    this.#controller?.reconnect(options)
  }

  async #run(signal: AbortSignal): Promise<void> {
    const stop = () => this.#stop()
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    this.#processor.start()
    const initialResourceVersion = await this.#loadSnapshot(signal)
    this.#controller = this.#createController(initialResourceVersion)
    const detecting = this.#options.mutationDetector?.run(this.#clock, signal)
    await Promise.all([this.#controller.run(signal), detecting])
  }

  #createController(initialResourceVersion: string): Controller<T> {
    return new Controller({
      ...this.#options,
      queue: this.#queue,
      observer: this.#tracker,
      initialResourceVersion,
      process: (deltas, isInInitialList) => this.#process(deltas, isInInitialList),
      onProcessed: () => this.#afterBatch(),
      onProcessError: error => this.#tracker.onObjectError(error),
      resyncPeriodMs: this.#processor.resyncCheckPeriodMs,
      shouldResync: () => this.#processor.shouldResync(),
    })
  }

  /** Synchronous with the abort, so that no notification follows. */
  #stop(): void {
    this.#stopped = true
    this.#queue.close()
    this.#processor.stop()
    this.#changeListeners.clear()
    this.#tracker.onStopped()
  }

  /** @returns the resourceVersion of the snapshot, once its objects are queued; "" without one */
  async #loadSnapshot(signal: AbortSignal): Promise<string> {
    const { snapshotStore: store, snapshotThrottleMs: throttleMs = SNAPSHOT_THROTTLE_MS } = this.#options
    if (!store || signal.aborted) return ''
    const onError = (error: unknown) => this.#tracker.onSideError(error)
    const onDue = () => this.#updateResourceVersion()
    const snapshots = new SnapshotWriter({
      ...{ store, indexer: this.indexer, clock: this.#clock, throttleMs, onDue, onError, signal },
    })
    this.#snapshots = snapshots
    try {
      const snapshot = await loadSnapshot(store, { access: this.#access, clock: this.#clock, signal })
      if (!snapshot || signal.aborted) return ''
      this.#queue.replace(snapshot.objects, snapshot.resourceVersion)
      this.#expectsSnapshot = true
      snapshots.loaded(snapshot.resourceVersion)
      return snapshot.resourceVersion
    } catch (error) {
      onError(error)
      return ''
    }
  }

  #process(deltas: readonly Delta<T>[], isInInitialList: boolean): void {
    const { metrics } = this.#options
    if (metrics) metrics.processing(() => this.#apply(deltas, isInInitialList))
    else this.#apply(deltas, isInInitialList)
  }

  #apply(deltas: readonly Delta<T>[], isInInitialList: boolean): void {
    const target = { indexer: this.indexer, access: this.#access, isInInitialList }
    const errors: unknown[] = []
    const changes = applyDeltas(deltas, target, error => errors.push(error))
    const isFullState = deltas[0]?.type === 'ReplacedAll'
    // Objects of a snapshot need not be saved again.
    if (!(isFullState && this.#expectsSnapshot)) this.#snapshots?.applied(changes)
    if (isFullState && errors.length === 0) {
      this.#stateFrom = this.#expectsSnapshot ? 'snapshot' : 'server'
      if (!this.#expectsSnapshot) this.#snapshots?.whole()
    }
    if (isFullState) this.#expectsSnapshot = false
    this.#tracker.onApplied(this.indexer.size)
    this.#processor.distribute(changes)
    this.#emitChanges(changes)
    // Last: a status listener may read the cache or add a handler, and must find the whole batch.
    for (const error of errors) this.#tracker.onObjectError(error)
  }

  #emitChanges(changes: readonly CacheChange<T>[]): void {
    if (this.#changeListeners.size === 0) return
    const effective = changes.filter(isEffective)
    if (effective.length > 0) this.#changeListeners.emit(effective)
  }

  /** Publishes the state after a batch and, once, that the initial list is in the cache. */
  #afterBatch(): void {
    this.#updateResourceVersion()
    if (!this.#synced.hasSynced() && this.#queue.hasSynced()) {
      this.#synced.upstreamHasSynced()
      this.#processor.upstreamHasSynced()
    }
    if (this.#stateFrom === 'snapshot') this.#tracker.onCached(this.lastSyncResourceVersion)
    else if (this.#stateFrom === 'server') this.#tracker.onComplete()
  }

  /** While nothing is queued, the cache has everything that the Reflector has read. */
  #updateResourceVersion(): void {
    this.#options.metrics?.observe(this.#queue.length, this.indexer.lastStoreSyncResourceVersion)
    if (this.#queue.length > 0) return
    this.#coveredResourceVersion = this.lastSyncResourceVersion
    this.#snapshots?.covered(this.#coveredResourceVersion)
  }
}
