import { type Clock, sleep } from '../api/clock.ts'
import type { HandlerRegistration, Notification, ResourceEventHandler } from './event-handler.ts'
import { Ring } from './ring.ts'

/** A handler that threw is left alone for this long (client-go restarts its loop after a second). */
const PAUSE_AFTER_ERROR_MS = 1_000
/** A handler's calls may hold the thread for this long before others get their turn. */
const SLICE_MS = 8

/** Options of {@link ProcessorListener}. */
export interface ProcessorListenerOptions<T> {
  readonly handler: ResourceEventHandler<T>
  readonly clock: Clock
  /** What the handler asked for; what it gets depends on the informer. */
  readonly requestedResyncPeriodMs: number
  readonly onError: (error: unknown) => void
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
  readonly synced: Promise<void>
  readonly #handler: ResourceEventHandler<T>
  readonly #clock: Clock
  readonly #onError: (error: unknown) => void
  readonly #onRemove: () => void
  readonly #queue = new Ring<Notification<T>>()
  readonly #stop = new AbortController()
  #delivering = false
  #upstreamSynced = false
  /** Initial adds that are queued or being handled. */
  #initialPending = 0
  #resolveSynced: () => void = () => {}

  constructor({ handler, clock, requestedResyncPeriodMs, onError, onRemove }: ProcessorListenerOptions<T>) {
    this.#handler = handler
    this.#clock = clock
    this.requestedResyncPeriodMs = requestedResyncPeriodMs
    this.resyncPeriodMs = requestedResyncPeriodMs
    this.nextResyncAt = clock.now() + requestedResyncPeriodMs
    this.#onError = onError
    this.#onRemove = onRemove
    this.synced = new Promise(resolve => {
      this.#resolveSynced = resolve
    })
  }

  /** Queues a notification; it is delivered in a later turn, never inside the caller's. */
  add(notification: Notification<T>): void {
    if (this.#stop.signal.aborted) return
    if (notification.type === 'add' && notification.isInInitialList) this.#initialPending++
    this.#queue.push(notification)
    if (!this.#delivering) void this.#deliverAll()
  }

  /** The informer's cache holds the whole first list. */
  upstreamHasSynced(): void {
    this.#upstreamSynced = true
    this.#checkSynced()
  }

  hasSynced(): boolean {
    return this.#upstreamSynced && this.#initialPending === 0
  }

  remove(): void {
    if (this.#stop.signal.aborted) return
    this.#stop.abort()
    this.#queue.clear()
    this.#onRemove()
  }

  async #deliverAll(): Promise<void> {
    this.#delivering = true
    await Promise.resolve()
    let sliceStart = this.#clock.now()
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      const pending = this.#deliver(next)
      if (pending) await pending
      if (this.#clock.now() - sliceStart >= SLICE_MS && this.#queue.length > 0) {
        await this.#clock.yieldToHost()
        sliceStart = this.#clock.now()
      }
    }
    this.#delivering = false
  }

  /** Calls the handler; answers a promise only where there is something to wait for. */
  #deliver(notification: Notification<T>): Promise<void> | undefined {
    try {
      const result = this.#call(notification)
      if (result instanceof Promise) {
        return result.then(
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

  #call(notification: Notification<T>): void | Promise<void> {
    switch (notification.type) {
      case 'add':
        return this.#handler.onAdd?.(notification.object, notification.isInInitialList)
      case 'update':
        return this.#handler.onUpdate?.(notification.oldObject, notification.object)
      case 'delete':
        return this.#handler.onDelete?.(notification.object)
    }
  }

  #delivered(notification: Notification<T>): void {
    if (notification.type !== 'add' || !notification.isInInitialList) return
    this.#initialPending--
    this.#checkSynced()
  }

  /** The initial count stays up, as upstream: a handler that failed on the initial list never becomes synced. */
  #failed(error: unknown): Promise<void> {
    this.#onError(error)
    return sleep(this.#clock, PAUSE_AFTER_ERROR_MS, this.#stop.signal)
  }

  #checkSynced(): void {
    if (this.hasSynced()) this.#resolveSynced()
  }
}
