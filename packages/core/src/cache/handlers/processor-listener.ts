import { type Clock, sleep } from '../../api/clock.ts'
import { throwLater } from '../../internal/throw-later.ts'
import { SingleFileTracker } from '../sync/single-file-tracker.ts'
import type { HandlerRegistration, Notification, ResourceEventHandler } from './event-handler.ts'
import { notifyHandler } from './notify-handler.ts'
import { Ring } from './ring.ts'

/** A handler that threw is left alone for this long (client-go restarts its loop after a second). */
const PAUSE_AFTER_ERROR_MS = 1_000
/** A handler's calls may hold the thread for this long before others get their turn. */
const SLICE_MS = 8

/** Options of {@link ProcessorListener}. */
export interface ProcessorListenerOptions<T> {
  readonly handler: ResourceEventHandler<T>
  readonly name: string
  readonly clock: Clock
  /** What the handler asked for; what it gets depends on the informer. */
  readonly requestedResyncPeriodMs: number
  readonly onError: (error: unknown, handlerName: string) => void
  readonly onRemove: () => void
}

/**
 * One handler with its own queue (client-go `cache.processorListener`), so that a slow or throwing handler
 * harms no other and not the cache. The queue is unbounded, as upstream: dropping would break the contract.
 */
export class ProcessorListener<T> implements HandlerRegistration {
  readonly requestedResyncPeriodMs: number
  /** What it gets; the processor sets it. */
  resyncPeriodMs: number
  nextResyncAt: number
  /** Whether updates that change nothing reach it: always until the first resync tick, then when it is due. */
  syncing = true
  /** Counts the adds of the initial list from when they are queued until the handler has returned from them. */
  readonly hasSyncedChecker: SingleFileTracker
  readonly #handler: ResourceEventHandler<T>
  readonly #clock: Clock
  readonly #onError: (error: unknown, handlerName: string) => void
  readonly #onRemove: () => void
  readonly #queue = new Ring<Notification<T>>()
  readonly #stop = new AbortController()
  /** The same as `#stop`'s signal says: that one is slow to ask, and each notification asks. */
  #isRemoved = false
  /** Settles when nothing is being delivered any more; undefined while nothing is. */
  #delivery: Promise<void> | undefined

  constructor({
    handler,
    name,
    clock,
    requestedResyncPeriodMs,
    onError,
    onRemove,
  }: ProcessorListenerOptions<T>) {
    this.#handler = handler
    this.#clock = clock
    this.requestedResyncPeriodMs = requestedResyncPeriodMs
    this.resyncPeriodMs = requestedResyncPeriodMs
    this.nextResyncAt = clock.now() + requestedResyncPeriodMs
    this.#onError = onError
    this.#onRemove = onRemove
    this.hasSyncedChecker = new SingleFileTracker(name)
  }

  get name(): string {
    return this.hasSyncedChecker.name
  }

  get synced(): Promise<void> {
    return this.hasSyncedChecker.done
  }

  get pending(): number {
    return this.#queue.length
  }

  /** Queues a notification; it is delivered in a later turn, never inside the caller's. */
  add(notification: Notification<T>): void {
    if (this.#isRemoved) return
    if (isInitial(notification)) this.hasSyncedChecker.start()
    this.#queue.push(notification)
    this.#delivery ??= this.#deliverAll()
  }

  /** The informer's cache holds the whole first list. */
  upstreamHasSynced(): void {
    this.hasSyncedChecker.upstreamHasSynced()
  }

  hasSynced(): boolean {
    return this.hasSyncedChecker.hasSynced()
  }

  remove(): void {
    if (this.#isRemoved) return
    this.#isRemoved = true
    this.#stop.abort()
    this.#queue.clear()
    this.#onRemove()
  }

  async shutDown(): Promise<void> {
    this.remove()
    await this.#delivery
  }

  async #deliverAll(): Promise<void> {
    await Promise.resolve()
    let sliceStart: number | undefined
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      const pending = this.#deliver(next)
      if (pending) await pending
      // A single notification, the usual case on a quiet watch, costs no look at the clock.
      if (this.#queue.length === 0) continue
      sliceStart ??= this.#clock.now()
      if (this.#clock.now() - sliceStart < SLICE_MS) continue
      await this.#clock.yieldToHost()
      sliceStart = undefined
    }
    this.#delivery = undefined
  }

  /** Calls the handler; answers a promise only where there is something to wait for. */
  #deliver(notification: Notification<T>): Promise<void> | undefined {
    try {
      const result = notifyHandler(this.#handler, notification)
      if (isThenable(result)) {
        return Promise.resolve(result).then(
          () => this.#delivered(notification),
          error => this.#failed(error),
        )
      }
      this.#delivered(notification)
      return undefined
    } catch (error) {
      return this.#failed(error)
    }
  }

  #delivered(notification: Notification<T>): void {
    if (isInitial(notification)) this.hasSyncedChecker.finished()
  }

  /** The initial count stays up, as upstream: a handler that failed on the initial list never becomes synced. */
  async #failed(error: unknown): Promise<void> {
    try {
      this.#onError(error, this.name)
    } catch (worse) {
      throwLater(this.#clock, worse)
    }
    await sleep(this.#clock, PAUSE_AFTER_ERROR_MS, this.#stop.signal)
  }
}

const isInitial = <T>(notification: Notification<T>): boolean =>
  notification.type === 'add' && notification.isInInitialList

/** Also promises of other realms and libraries. */
const isThenable = (value: unknown): value is PromiseLike<void> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
