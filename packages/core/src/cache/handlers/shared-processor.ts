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

/** The shortest resync period that is granted (client-go `minimumResyncPeriod`). */
const MINIMUM_RESYNC_PERIOD_MS = 1_000

/** Options of {@link SharedProcessor}. */
export interface SharedProcessorOptions {
  readonly clock: Clock
  /** The informer's period, which handlers get unless they ask for another. */
  readonly resyncPeriodMs: number
  readonly onHandlerError: (error: unknown, handlerName: string) => void
  readonly mutationDetector?: MutationDetector | undefined
}

/** Distributes notifications to handlers, and keeps their resync periods (client-go `cache.sharedProcessor`). */
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

  /** How often the Reflector should ask {@link shouldResync}: the shortest period in use, 0 for never. */
  get resyncCheckPeriodMs(): number {
    return this.#checkPeriodMs
  }

  /** The registration if it is one of these, still. */
  find(registration: HandlerRegistration): ProcessorListener<T> | undefined {
    return [...this.#listeners].find(listener => listener === registration)
  }

  /** Registers a handler; `initial` is what it must be told of first, in the same turn, so that nothing is lost. */
  addHandler(
    handler: ResourceEventHandler<T>,
    { resyncPeriodMs = this.#defaultResyncPeriodMs, name = handlerName(handler) }: HandlerOptions,
    initial: readonly T[],
  ): ProcessorListener<T> {
    const listener = new ProcessorListener<T>({
      handler,
      name,
      clock: this.#clock,
      requestedResyncPeriodMs: this.#admit(resyncPeriodMs),
      onError: this.#onHandlerError,
      onRemove: () => this.#listeners.delete(listener),
    })
    this.#listeners.add(listener)
    this.#settlePeriods()
    listener.nextResyncAt = this.#clock.now() + listener.resyncPeriodMs
    for (const object of initial) listener.add({ type: 'add', object, isInInitialList: true })
    return listener
  }

  /** From here on the check period is fixed: a handler that wants to be told more often gets what there is. */
  start(): void {
    this.#started = true
  }

  /** Removes every handler. */
  stop(): void {
    this.#stopped = true
    for (const listener of [...this.#listeners]) listener.remove()
  }

  /** The first list is in the cache. */
  upstreamHasSynced(): void {
    for (const listener of this.#listeners) listener.upstreamHasSynced()
  }

  distribute(notifications: readonly Notification<T>[]): void {
    if (this.#stopped) return
    this.#witness(notifications)
    for (const listener of this.#listeners) {
      for (const notification of notifications) {
        // Updates that change nothing are for those who asked to be reminded (S-33).
        const unchanged = notification.type === 'update' && notification.isSync
        if (!unchanged || listener.syncing) listener.add(notification)
      }
    }
  }

  /** Marks the handlers that are due; whether any is. */
  shouldResync(): boolean {
    const now = this.#clock.now()
    for (const listener of this.#listeners) {
      listener.syncing = listener.resyncPeriodMs > 0 && now >= listener.nextResyncAt
      if (listener.syncing) listener.nextResyncAt = now + listener.resyncPeriodMs
    }
    return [...this.#listeners].some(listener => listener.syncing)
  }

  #witness(notifications: readonly Notification<T>[]): void {
    for (const notification of this.#mutationDetector ? notifications : []) {
      if (notification.type !== 'delete') this.#mutationDetector?.add(notification.object)
    }
  }

  #admit(requestedMs: number): number {
    if (requestedMs <= 0) return 0
    const period = Math.max(requestedMs, MINIMUM_RESYNC_PERIOD_MS)
    if (this.#checkPeriodMs > 0 && !this.#started) this.#checkPeriodMs = Math.min(this.#checkPeriodMs, period)
    return period
  }

  /** No handler can be told more often than the check runs, and none at all when it never does. */
  #settlePeriods(): void {
    for (const listener of this.#listeners) {
      const requested = listener.requestedResyncPeriodMs
      listener.resyncPeriodMs =
        requested === 0 || this.#checkPeriodMs === 0 ? 0 : Math.max(requested, this.#checkPeriodMs)
    }
  }
}
