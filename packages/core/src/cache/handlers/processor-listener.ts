import { type Clock, sleep } from '../../api/clock.ts'
import { throwLater } from '../../internal/throw-later.ts'
import { SingleFileTracker } from '../sync/single-file-tracker.ts'
import type { HandlerRegistration, Notification, ResourceEventHandler } from './event-handler.ts'
import { notifyHandler } from './notify-handler.ts'
import { Ring } from './ring.ts'

/** The pause after an error of a handler (client-go restarts its loop after a second). */
const PAUSE_AFTER_ERROR_MS = 1_000
/** How long consecutive calls may occupy the thread before other work runs. */
const SLICE_MS = 8

export interface ProcessorListenerOptions<T> {
  readonly handler: ResourceEventHandler<T>
  readonly name: string
  readonly clock: Clock
  /** The requested resync period; the effective one depends on the informer. */
  readonly requestedResyncPeriodMs: number
  readonly onError: (error: unknown, handlerName: string) => void
  readonly onRemove: () => void
}

/**
 * One handler with its own queue (client-go `cache.processorListener`), so that a slow or throwing handler affects
 * neither the others nor the cache. The queue is unlimited, as upstream: dropping notifications would break the
 * contract.
 */
export class ProcessorListener<T> implements HandlerRegistration {
  readonly requestedResyncPeriodMs: number
  /** The effective resync period, set by the processor. */
  resyncPeriodMs: number
  nextResyncAt: number
  /**
   * Whether updates that change nothing are delivered: always until the first resync tick, then when a resync is due.
   */
  syncing = true
  /** Counts the adds of the initial list, from their queuing until the handler has returned. */
  readonly hasSyncedChecker: SingleFileTracker
  readonly #handler: ResourceEventHandler<T>
  readonly #clock: Clock
  readonly #onError: (error: unknown, handlerName: string) => void
  readonly #onRemove: () => void
  readonly #queue = new Ring<Notification<T>>()
  readonly #stop = new AbortController()
  /** Equal to the state of `#stop`'s signal, which is slow to read for each notification. */
  #isRemoved = false
  /** Settles when all notifications are delivered; undefined while there are none. */
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

  /** Queues a notification; it is delivered asynchronously. */
  add(notification: Notification<T>): void {
    if (this.#isRemoved) return
    if (isInitial(notification)) this.hasSyncedChecker.start()
    this.#queue.push(notification)
    this.#delivery ??= this.#deliverAll()
  }

  /** The informer's cache has the whole initial list. */
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
      // A single notification, the usual case on a quiet watch, needs no clock read.
      if (this.#queue.length === 0) continue
      sliceStart ??= this.#clock.now()
      if (this.#clock.now() - sliceStart < SLICE_MS) continue
      await this.#clock.yieldToHost()
      sliceStart = undefined
    }
    this.#delivery = undefined
  }

  /** Calls the handler; returns a promise only if there is something to wait for. */
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

  /** The count stays above zero, as upstream: a handler that fails on the initial list never syncs. */
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

/** Includes promises of other realms and libraries. */
const isThenable = (value: unknown): value is PromiseLike<void> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
