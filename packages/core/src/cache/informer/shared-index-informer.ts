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
 * - The cache and its indexes are changed before a handler hears of it; further changes may show already.
 * - A handler sees, for each object, states in their true order; between objects there is no order.
 * - A handler that is added late is told of everything that is there, without loss or repetition.
 * - Handlers run one after the other for themselves, and side by side with each other: a slow or throwing one
 *   harms nobody else.
 * - An object that is deleted and made anew may show as one update: compare uids.
 * - With a snapshot store, what was kept is told first, as the initial list, and has synced when it is processed; what
 *   changed since comes by the resumed watch or, if that is refused, by a list, as updates and tombstones. The
 *   status says `cached` until the server has confirmed it.
 * - Once the signal of `run` aborts, no handler is called and no timer is left. A stopped informer stays stopped.
 *
 * @example
 * const informer = new SharedIndexInformer<Pod>({ listerWatcher: createListWatch(client, pods) })
 * informer.addEventHandler({ onAdd: pod => console.log('+', pod.metadata?.name) })
 * void informer.run(signal)
 * await informer.synced(signal)
 * informer.indexer.byIndex('namespace', 'default')
 */
export class SharedIndexInformer<T, TIndexName extends string = string> {
  /** The cache. Read it; writing is the informer's. */
  readonly indexer: Indexer<T, TIndexName | typeof NAMESPACE_INDEX>
  /** The cache, read as a client would read the server. */
  readonly lister: Lister<T>
  /** `hasSynced` as `waitFor` takes it. */
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
  /** Where the newest whole state in the cache came from. */
  #stateFrom: 'nowhere' | 'snapshot' | 'server' = 'nowhere'
  /** The next whole state comes from the snapshot store. */
  #expectsSnapshot = false
  #covered = ''

  constructor(options: SharedIndexInformerOptions<T, TIndexName>) {
    const { listerWatcher, indexers, queue, transform, mutationDetector } = options
    const { resyncPeriodMs = 0, onHandlerError = () => {}, clock = systemClock } = options
    const access = listerWatcher.access ?? (objectAccess as ObjectAccess<T>)
    // Transforms may change objects in place.
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
      onRefused: () => this.#snapshots?.missed(),
    })
    this.#changeListeners = new ListenerSet(error => throwLater(clock, error))
    this.#synced = new SingleFileTracker(listerWatcher.description ?? 'objects')
    this.hasSyncedChecker = this.#synced
  }

  /** How it is doing: immutable, another object after each change. */
  get status(): InformerStatus {
    return this.#tracker.status
  }

  /** Calls back at each change of the status; returns its own undo. */
  subscribeStatus(listener: (status: InformerStatus) => void): () => void {
    return this.#tracker.subscribe(listener)
  }

  /** The version that the watch resumes from; "" before the first list. */
  get lastSyncResourceVersion(): string {
    return this.#controller?.lastSyncResourceVersion ?? ''
  }

  /**
   * The newest version up to which the cache holds what the server told; "" before the first state. It follows
   * `lastSyncResourceVersion`, which counts what is still on its way to the cache.
   */
  get coveredResourceVersion(): string {
    return this.#covered
  }

  /** Whether `run` was called; it stays true after the stop. */
  get isStarted(): boolean {
    return this.#running !== undefined
  }

  get isStopped(): boolean {
    return this.#stopped
  }

  /**
   * Registers a handler. Before `run` it is told of everything as it comes; afterwards first of what is there
   * (`isInInitialList` true). The same handler may be registered again, and is then told twice. Throws when the
   * informer has stopped.
   */
  addEventHandler(handler: ResourceEventHandler<T>, options: HandlerOptions = {}): HandlerRegistration {
    if (this.#stopped) {
      const name = options.name ?? handlerName(handler)
      throw new UsageError(`handler ${name} was not added to shared informer because it has stopped already`)
    }
    // A cache that was filled by hand before the start is not replayed (S-43); the first list tells of it.
    const initial = this.#running ? this.indexer.list() : []
    const listener = this.#processor.addHandler(handler, options, initial)
    if (this.#synced.hasSynced()) listener.upstreamHasSynced()
    return listener
  }

  /** The registration's own `remove`; nothing happens to the handlers of another informer. Idempotent. */
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
    const unsubscribe = this.#changeListeners.add(listener)
    return () => void unsubscribe()
  }

  /** Adds indexes at any time before the stop; throws on a name that is taken. */
  addIndexers(indexers: Indexers<T>): void {
    if (this.#stopped) throw new UsageError('cannot add indexers to an informer that has stopped')
    this.indexer.addIndexers(indexers)
  }

  /** Whether the first list, or a snapshot, is in the cache; says nothing about handlers, which have their own. */
  hasSynced(): boolean {
    return this.#synced.hasSynced()
  }

  /**
   * Resolves once the first list, or a snapshot, is in the cache. Rejects with the StatusError that stands in the way
   * (a 403, say: time does not heal it), when the signal aborts, and when the informer stops before.
   */
  synced(signal?: AbortSignal): Promise<void> {
    return waitForSync(this, () => this.#tracker.lastError, signal)
  }

  /**
   * Lists and watches until the signal aborts; resolves when everything has ended, and never rejects.
   * A further call returns the promise of the first, ignores its own signal, and warns in `status.notice`.
   */
  run(signal: AbortSignal): Promise<void> {
    if (this.#running) {
      this.#tracker.onNotice('run was called more than once: only the first call has an effect')
      return this.#running
    }
    this.#running = this.#run(signal)
    return this.#running
  }

  /**
   * Takes whatever connection there is for dead, as after a sleep of the machine or with another network: the watch is
   * replaced at once by one that goes on from `lastSyncResourceVersion`, without a list and without an error, and a
   * pause after a failure is over. A list that is under way goes on, unless nothing arrives of it for five seconds.
   * Calls in quick succession are one; before `run` and after the stop, nothing happens.
   *
   * @example
   * addEventListener('online', () => informer.reconnect())
   */
  reconnect(): void {
    this.#controller?.reconnect()
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
      onProcessed: () => this.#announce(),
      onProcessError: error => this.#tracker.onObjectError(error),
      resyncPeriodMs: this.#processor.resyncCheckPeriodMs,
      shouldResync: () => this.#processor.shouldResync(),
    })
  }

  /** In the same turn as the abort, so that nothing is told any more. */
  #stop(): void {
    this.#stopped = true
    this.#queue.close()
    this.#processor.stop()
    this.#changeListeners.clear()
    this.#tracker.onStopped()
  }

  /** @returns the version that a snapshot covers, once its objects are queued; "" without one */
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
      const snapshot = await loadSnapshot(store, this.#clock, signal)
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
    const isWhole = deltas[0]?.type === 'ReplacedAll'
    // What a snapshot brought need not be saved again.
    if (!(isWhole && this.#expectsSnapshot)) this.#snapshots?.applied(changes)
    if (isWhole && errors.length === 0) {
      this.#stateFrom = this.#expectsSnapshot ? 'snapshot' : 'server'
      if (!this.#expectsSnapshot) this.#snapshots?.whole()
    }
    if (isWhole) this.#expectsSnapshot = false
    this.#tracker.onApplied(this.indexer.size)
    this.#processor.distribute(changes)
    this.#emitChanges(changes)
    // At the end: who listens to the status may read the cache or add a handler, and finds the batch whole and told.
    for (const error of errors) this.#tracker.onObjectError(error)
  }

  #emitChanges(changes: readonly CacheChange<T>[]): void {
    if (this.#changeListeners.size === 0) return
    const effective = changes.filter(isEffective)
    if (effective.length > 0) this.#changeListeners.emit(effective)
  }

  /** Tells what is new after a batch, and, once, that the first list is in the cache. */
  #announce(): void {
    this.#updateResourceVersion()
    if (!this.#synced.hasSynced() && this.#queue.hasSynced()) {
      this.#synced.upstreamHasSynced()
      this.#processor.upstreamHasSynced()
    }
    if (this.#stateFrom === 'snapshot') this.#tracker.onCached(this.lastSyncResourceVersion)
    else if (this.#stateFrom === 'server') this.#tracker.onComplete()
  }

  /** While nothing is queued, the cache holds all that the Reflector has read. */
  #updateResourceVersion(): void {
    this.#options.metrics?.observe(this.#queue.length, this.indexer.lastStoreSyncResourceVersion)
    if (this.#queue.length > 0) return
    this.#covered = this.lastSyncResourceVersion
    this.#snapshots?.covered(this.#covered)
  }
}
