import type { SliceObserver } from '../connection.ts'
import type { SliceState, Subscription } from '../subscription.ts'
import type { Replica } from './replica.ts'

/** Told when a slice gets its first subscriber and when it loses its last. */
export interface SliceOwner {
  onWanted(slice: ObservedSlice): void
  onUnwanted(slice: ObservedSlice): void
}

/** One slice, its subscribers, and where it stands on the wire. */
export class ObservedSlice implements SliceObserver<unknown> {
  readonly subscription: Subscription
  readonly replica: Replica
  /** Its id on the wire; 0 while it is not there. */
  wireId = 0
  readonly #owner: SliceOwner
  /** Wrapped, so that one function may subscribe twice. */
  readonly #subscribers = new Set<{ readonly listener: () => void }>()

  constructor(subscription: Subscription, replica: Replica, owner: SliceOwner) {
    this.subscription = subscription
    this.replica = replica
    this.#owner = owner
  }

  readonly getState = (): SliceState<unknown> => this.replica.state

  readonly subscribe = (listener: () => void): (() => void) => {
    const subscriber = { listener }
    this.#subscribers.add(subscriber)
    if (this.#subscribers.size === 1) this.#owner.onWanted(this)
    return () => {
      if (this.#subscribers.delete(subscriber) && !this.wanted) this.#owner.onUnwanted(this)
    }
  }

  get wanted(): boolean {
    return this.#subscribers.size > 0
  }

  /** Calls everyone who is subscribed now and still is when the turn comes. */
  notify(): void {
    for (const subscriber of [...this.#subscribers]) {
      if (this.#subscribers.has(subscriber)) callSafely(subscriber.listener)
    }
  }
}

/** A listener that throws is reported as uncaught, and harms nobody else. */
export function callSafely(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
