import type { Clock, KubernetesObject, TimerHandle } from '@kube-informer/core'
import type { CacheEvent } from '../history/cache-event.ts'
import type { ObjectDelivery } from '../watch/delivery.ts'
import { FanOut } from '../watch/fan-out.ts'
import type { WatchGroup } from '../watch/watch-group.ts'
import type { WatchQueue } from '../watch/watch-queue.ts'
import { TimeBudget } from './time-budget.ts'
import type { WatchRegistry } from './watch-registry.ts'

/** Maximum number of events that wait for slow readers before the feed should wait. */
const INCOMING = 100

/** An item of the dispatcher: a write, or the revision of a progress report. */
type Item<T extends KubernetesObject> = CacheEvent<T> | string

/** The watches without room for the current delivery. */
interface Blocked<T extends KubernetesObject> {
  readonly watches: Map<WatchQueue<T>, ObjectDelivery<T>>
  readonly since: number
  readonly budget: number
  readonly timer: TimerHandle
}

/**
 * Dispatches each event to the matching watches, in order. Watches without room delay all others within a time budget
 * and are then cut off.
 */
export class Dispatcher<T extends KubernetesObject = KubernetesObject> {
  readonly #registry: WatchRegistry<T>
  readonly #clock: Clock
  readonly #budget: TimeBudget
  readonly #incoming: Item<T>[] = []
  readonly #idle: (() => void)[] = []
  #woken: WatchQueue<T>[] = []
  #blocked: Blocked<T> | undefined
  #isResuming = false
  #processed = '0'

  constructor(registry: WatchRegistry<T>, clock: Clock) {
    this.#registry = registry
    this.#clock = clock
    this.#budget = new TimeBudget(clock)
  }

  /** The revision up to which all events have been delivered; "0" before the initial list. */
  get processed(): string {
    return this.#processed
  }

  dispatch(item: Item<T>): void {
    if (this.#isBusy) this.#incoming.push(item)
    else this.#process(item)
  }

  /** Resolves when the feed should continue; undefined if it need not wait. */
  ready(): Promise<void> | undefined {
    if (this.#incoming.length < INCOMING) return undefined
    return new Promise(resolve => this.#idle.push(resolve))
  }

  /** Starts a new state. Pending events of the previous one are discarded. */
  reset(revision: string): void {
    this.#incoming.length = 0
    this.#unblock()
    this.#processed = revision
    this.#releaseFeed()
  }

  /** Notifies a reader in a microtask. All readers that a burst of events wakes share one microtask. */
  wake(watch: WatchQueue<T>): void {
    this.#woken.push(watch)
    if (this.#woken.length === 1) queueMicrotask(this.#notify)
  }

  /** A watch that was blocked has room again. */
  hasRoom(watch: WatchQueue<T>): void {
    const delivery = this.#blocked?.watches.get(watch)
    if (!delivery) return
    watch.offer(delivery, delivery.resourceVersion)
    this.release(watch)
  }

  /** The dispatcher no longer waits for this watch. */
  release(watch: WatchQueue<T>): void {
    if (!this.#blocked?.watches.delete(watch) || this.#blocked.watches.size > 0) return
    this.#unblock()
    this.#resumeSoon()
  }

  get #isBusy(): boolean {
    return this.#blocked !== undefined || this.#incoming.length > 0
  }

  #process(item: Item<T>): void {
    if (typeof item === 'string') {
      this.#processed = item
      return
    }
    const fanOut = new FanOut(item)
    let blocked: Map<WatchQueue<T>, ObjectDelivery<T>> | undefined
    const send = ({ selection, watches }: WatchGroup<WatchQueue<T>>): void => {
      const delivery = fanOut.for(selection)
      if (!delivery) return
      for (const watch of watches) {
        if (watch.offer(delivery, item.revision)) continue
        blocked ??= new Map()
        blocked.set(watch, delivery)
      }
    }
    this.#registry.forEachCandidate(item, send)
    if (blocked) this.#block(blocked)
    this.#processed = item.revision
  }

  #block(watches: Map<WatchQueue<T>, ObjectDelivery<T>>): void {
    const budget = this.#budget.takeAvailable()
    const timer = this.#clock.setTimeout(() => this.#cutBlocked(), budget)
    this.#blocked = { watches, since: this.#clock.now(), budget, timer }
  }

  #cutBlocked(): void {
    const watches = this.#blocked?.watches
    this.#blocked = undefined
    for (const watch of watches?.keys() ?? []) watch.cut()
    this.#resumeSoon()
  }

  #unblock(): void {
    if (!this.#blocked) return
    const { since, budget, timer } = this.#blocked
    this.#clock.clearTimeout(timer)
    this.#budget.giveBack(budget - (this.#clock.now() - since))
    this.#blocked = undefined
  }

  /** Not synchronously, since a reader made the room during its read. */
  #resumeSoon(): void {
    if (this.#isResuming) return
    this.#isResuming = true
    queueMicrotask(() => {
      this.#isResuming = false
      this.#resume()
    })
  }

  #resume(): void {
    let next = 0
    for (; next < this.#incoming.length && !this.#blocked; next++) {
      const item = this.#incoming[next]
      if (item !== undefined) this.#process(item)
    }
    this.#incoming.splice(0, next)
    if (this.#incoming.length < INCOMING) this.#releaseFeed()
  }

  #releaseFeed(): void {
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  readonly #notify = (): void => {
    const woken = this.#woken
    this.#woken = []
    for (const watch of woken) {
      try {
        watch.notify()
      } catch (error) {
        // The host reports it as uncaught, and the other readers are still notified.
        this.#clock.setTimeout(() => {
          throw error
        }, 0)
      }
    }
  }
}
