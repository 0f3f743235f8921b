import { type Clock, type Random, systemClock } from '../api/clock.ts'
import { StatusError, UsageError } from '../api/errors.ts'
import { type ObjectAccess, objectAccess } from '../api/object-access.ts'
import type { ListerWatcher } from '../client/lister-watcher.ts'
import { DeltaFIFO } from './delta-fifo.ts'
import type { HandlerOptions, HandlerRegistration, ResourceEventHandler } from './event-handler.ts'
import { type Indexers, metaNamespaceIndex, NAMESPACE_INDEX } from './index-function.ts'
import { Indexer } from './indexer.ts'
import type { InformerStatus } from './informer-status.ts'
import { InformerStatusTracker } from './informer-status-tracker.ts'
import { Lister } from './lister.ts'
import { applyDeltas } from './process-deltas.ts'
import type { Delta, Queue } from './queue.ts'
import { RealFIFO } from './real-fifo.ts'
import { Reflector } from './reflector.ts'
import { SharedProcessor } from './shared-processor.ts'

/** Refusals that time does not heal: whoever waits for the first sync should hear of them. */
const FINAL_CODES: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 406, 415, 422])

/** Options of {@link SharedIndexInformer}. */
export interface SharedIndexInformerOptions<T> {
  readonly listerWatcher: ListerWatcher<T>
  /** Indexes besides `namespace`, which is always there. */
  readonly indexers?: Indexers<T> | undefined
  /** How often handlers are told of every object again, without asking the server; 0 for never. @default 0 */
  readonly resyncPeriodMs?: number | undefined
  /**
   * Changes an object before anything else sees it. It may change it in place, must be fast, and must give the
   * same when it is applied twice.
   */
  readonly transform?: ((object: T) => T) | undefined
  /**
   * The queue between the Reflector and the cache. `delta` hands out all that happened to an object at once;
   * `real` keeps the order of events across objects, and tells of every single one. @default 'delta'
   */
  readonly queue?: 'delta' | 'real' | undefined
  /** Called with what a handler threw. @default it is counted as the handler's own business */
  readonly onHandlerError?: ((error: unknown) => void) | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default Math.random */
  readonly random?: Random | undefined
}

/**
 * A live, indexed copy of one collection of the apiserver (client-go `cache.SharedIndexInformer`).
 *
 * - The cache and its indexes are changed before a handler hears of it; further changes may show already.
 * - A handler sees, for each object, states in their true order; between objects there is no order.
 * - A handler that is added late is told of everything that is there, without loss or repetition.
 * - Handlers run one after the other for themselves, and side by side with each other: a slow or throwing one
 *   harms nobody else.
 * - An object that is deleted and made anew may show as one update: compare uids.
 * - Once the signal of `run` aborts, no handler is called and no timer is left. A stopped informer stays stopped.
 *
 * @example
 * const informer = new SharedIndexInformer<Pod>({ listerWatcher: createListWatch(client, pods) })
 * informer.addEventHandler({ onAdd: pod => console.log('+', pod.metadata?.name) })
 * void informer.run(signal)
 * await informer.synced(signal)
 * informer.indexer.byIndex('namespace', 'default')
 */
export class SharedIndexInformer<T> {
  /** The cache. Read it; writing is the informer's. */
  readonly indexer: Indexer<T>
  /** The cache, read as a client would read the server. */
  readonly lister: Lister<T>
  readonly #access: ObjectAccess<T>
  readonly #queue: Queue<T>
  readonly #processor: SharedProcessor<T>
  readonly #tracker: InformerStatusTracker
  readonly #reflectorOptions: () => ConstructorParameters<typeof Reflector<T>>[0]
  readonly #clock: Clock
  #reflector: Reflector<T> | undefined
  #running: Promise<void> | undefined
  #stopped = false
  #announcedSync = false

  constructor({
    listerWatcher,
    indexers = {},
    resyncPeriodMs = 0,
    transform,
    queue = 'delta',
    onHandlerError = () => {},
    clock = systemClock,
    random = Math.random,
  }: SharedIndexInformerOptions<T>) {
    const access = listerWatcher.access ?? (objectAccess as ObjectAccess<T>)
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
    this.#processor = new SharedProcessor({ clock, resyncPeriodMs, onHandlerError })
    this.#tracker = new InformerStatusTracker(clock)
    this.#reflectorOptions = () => ({
      listerWatcher,
      store: this.#queue,
      observer: this.#tracker,
      resyncPeriodMs: this.#processor.resyncCheckPeriodMs,
      shouldResync: () => this.#processor.shouldResync(),
      clock,
      random,
    })
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
    return this.#reflector?.lastSyncResourceVersion ?? ''
  }

  get isStopped(): boolean {
    return this.#stopped
  }

  /**
   * Registers a handler. Before `run` it is told of everything as it comes; afterwards first of what is there
   * (`isInInitialList` true). Throws when the informer has stopped.
   */
  addEventHandler(handler: ResourceEventHandler<T>, options: HandlerOptions = {}): HandlerRegistration {
    if (this.#stopped) {
      throw new UsageError('the handler was not added to shared informer because it has stopped already')
    }
    // A cache that was filled by hand before the start is not replayed (S-43); the first list tells of it.
    const initial = this.#running ? this.indexer.list() : []
    const listener = this.#processor.addHandler(handler, options, initial)
    if (this.#announcedSync) listener.upstreamHasSynced()
    return listener
  }

  /** Adds indexes at any time before the stop; throws on a name that is taken. */
  addIndexers(indexers: Indexers<T>): void {
    if (this.#stopped) throw new UsageError('cannot add indexers to an informer that has stopped')
    this.indexer.addIndexers(indexers)
  }

  /** Whether the first list is in the cache; says nothing about handlers, which have their own. */
  hasSynced(): boolean {
    return this.#queue.hasSynced()
  }

  /**
   * Resolves once the first list is in the cache. Rejects with the StatusError that stands in the way (a 403,
   * say: time does not heal it), when the signal aborts, and when the informer stops before.
   */
  synced(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const verdict = this.hasSynced() ? 'synced' : this.#obstacle(signal)
        if (verdict === undefined) return
        unsubscribe()
        signal?.removeEventListener('abort', check)
        if (verdict === 'synced') resolve()
        else reject(verdict)
      }
      const unsubscribe = this.subscribeStatus(check)
      signal?.addEventListener('abort', check)
      check()
    })
  }

  /**
   * Lists and watches until the signal aborts; resolves when everything has ended, and never rejects.
   * Further calls answer the promise of the first.
   */
  run(signal: AbortSignal): Promise<void> {
    this.#running ??= this.#run(signal)
    return this.#running
  }

  async #run(signal: AbortSignal): Promise<void> {
    this.#processor.start()
    this.#reflector = new Reflector(this.#reflectorOptions())
    const stop = () => this.#stop()
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    await Promise.all([this.#reflector.run(signal), this.#processLoop(signal)])
  }

  /** In the same turn as the abort, so that nothing is told any more. */
  #stop(): void {
    this.#stopped = true
    this.#queue.close()
    this.#processor.stop()
    this.#tracker.onStopped()
  }

  async #processLoop(signal: AbortSignal): Promise<void> {
    const process = (deltas: readonly Delta<T>[], isInInitialList: boolean) =>
      this.#apply(deltas, isInInitialList)
    while (await this.#queue.popBatch(process, signal)) {
      this.#announce()
      if (this.#queue.length > 0) await this.#clock.yieldToHost()
    }
  }

  #apply(deltas: readonly Delta<T>[], isInInitialList: boolean): void {
    const notifications = applyDeltas(deltas, {
      indexer: this.indexer,
      access: this.#access,
      isInInitialList,
      onError: error => this.#tracker.onObjectError(error),
    })
    this.#tracker.onApplied(this.indexer.size)
    this.#processor.distribute(notifications)
  }

  /** Tells, once, that the first list is in the cache. */
  #announce(): void {
    if (this.#announcedSync || !this.#queue.hasSynced()) return
    this.#announcedSync = true
    this.#processor.upstreamHasSynced()
    this.#tracker.onComplete()
  }

  #obstacle(signal: AbortSignal | undefined): unknown {
    const error = this.#tracker.lastError
    if (error instanceof StatusError && FINAL_CODES.has(error.code)) return error
    if (this.#stopped) return error ?? new UsageError('the informer stopped before it had synced')
    return signal?.aborted ? (error ?? signal.reason) : undefined
  }
}
