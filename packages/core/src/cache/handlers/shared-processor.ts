import type { Clock } from '../../api/clock.ts'
import type {
  HandlerOptions,
  HandlerRegistration,
  Notification,
  ResourceEventHandler,
} from './event-handler.ts'
import { handlerName } from './handler-name.ts'
import type { MutationDetector } from './mutation-detector.ts'
import { ProcessorListener } from './processor-listener.ts'

/** The shortest effective resync period (client-go `minimumResyncPeriod`). */
const MINIMUM_RESYNC_PERIOD_MS = 1_000

export interface SharedProcessorOptions {
  readonly clock: Clock
  /** The informer's period, which applies to handlers that request none. */
  readonly resyncPeriodMs: number
  readonly onHandlerError: (error: unknown, handlerName: string) => void
  readonly mutationDetector?: MutationDetector | undefined
}

/** Distributes notifications to handlers, and manages their resync periods (client-go `cache.sharedProcessor`). */
export class SharedProcessor<T> {
  readonly #clock: Clock
  readonly #defaultResyncPeriodMs: number
  readonly #onHandlerError: (error: unknown, handlerName: string) => void
  readonly #mutationDetector: MutationDetector | undefined
  readonly #listeners = new Set<ProcessorListener<T>>()
  #checkPeriodMs: number
  #started = false
  #stopped = false

  constructor({ clock, resyncPeriodMs, onHandlerError, mutationDetector }: SharedProcessorOptions) {
    this.#clock = clock
    this.#defaultResyncPeriodMs = resyncPeriodMs
    this.#checkPeriodMs = resyncPeriodMs
    this.#onHandlerError = onHandlerError
    this.#mutationDetector = mutationDetector
  }

  /** How often the Reflector calls {@link shouldResync}: the shortest period in use, 0 for never. */
  get resyncCheckPeriodMs(): number {
    return this.#checkPeriodMs
  }

  /** The listener of a registration, if it belongs to this processor. */
  find(registration: HandlerRegistration): ProcessorListener<T> | undefined {
    return [...this.#listeners].find(listener => listener === registration)
  }

  /** Registers a handler. `initial` is queued for it first, synchronously, so that no change is lost. */
  addHandler(
    handler: ResourceEventHandler<T>,
    { resyncPeriodMs = this.#defaultResyncPeriodMs, name = handlerName(handler) }: HandlerOptions,
    initial: readonly T[],
  ): ProcessorListener<T> {
    const listener = new ProcessorListener<T>({
      handler,
      name,
      clock: this.#clock,
      requestedResyncPeriodMs: this.#effectivePeriod(resyncPeriodMs),
      onError: this.#onHandlerError,
      onRemove: () => this.#listeners.delete(listener),
    })
    this.#listeners.add(listener)
    this.#updatePeriods()
    listener.nextResyncAt = this.#clock.now() + listener.resyncPeriodMs
    for (const object of initial) listener.add({ type: 'add', object, isInInitialList: true })
    return listener
  }

  /** Fixes the check period: handlers that request a shorter one later get this one. */
  start(): void {
    this.#started = true
  }

  /** Removes every handler. */
  stop(): void {
    this.#stopped = true
    for (const listener of [...this.#listeners]) listener.remove()
  }

  /** The initial list is in the cache. */
  upstreamHasSynced(): void {
    for (const listener of this.#listeners) listener.upstreamHasSynced()
  }

  distribute(notifications: readonly Notification<T>[]): void {
    if (this.#stopped) return
    this.#recordForDetector(notifications)
    for (const listener of this.#listeners) {
      for (const notification of notifications) {
        // Updates that change nothing are for handlers with a resync (S-33).
        const unchanged = notification.type === 'update' && notification.isSync
        if (!unchanged || listener.syncing) listener.add(notification)
      }
    }
  }

  /** Marks the handlers whose resync is due; returns whether there are any. */
  shouldResync(): boolean {
    const now = this.#clock.now()
    for (const listener of this.#listeners) {
      listener.syncing = listener.resyncPeriodMs > 0 && now >= listener.nextResyncAt
      if (listener.syncing) listener.nextResyncAt = now + listener.resyncPeriodMs
    }
    return [...this.#listeners].some(listener => listener.syncing)
  }

  #recordForDetector(notifications: readonly Notification<T>[]): void {
    for (const notification of this.#mutationDetector ? notifications : []) {
      if (notification.type !== 'delete') this.#mutationDetector?.add(notification.object)
    }
  }

  #effectivePeriod(requestedMs: number): number {
    if (requestedMs <= 0) return 0
    const period = Math.max(requestedMs, MINIMUM_RESYNC_PERIOD_MS)
    if (this.#checkPeriodMs > 0 && !this.#started) this.#checkPeriodMs = Math.min(this.#checkPeriodMs, period)
    return period
  }

  /** No handler can have a shorter period than the check, nor any without one. */
  #updatePeriods(): void {
    for (const listener of this.#listeners) {
      const requested = listener.requestedResyncPeriodMs
      listener.resyncPeriodMs =
        requested === 0 || this.#checkPeriodMs === 0 ? 0 : Math.max(requested, this.#checkPeriodMs)
    }
  }
}
