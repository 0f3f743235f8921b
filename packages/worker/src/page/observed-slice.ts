import type { TimerHandle } from '@kube-informer/core'
import { ListenerSet } from '@kube-informer/core/internal'
import type { SliceObserver } from '../api/connection.ts'
import type { SliceState, Subscription } from '../api/subscription.ts'
import type { Replica } from './replica.ts'

/** Notified when a slice gets its first subscriber and when it loses its last. */
export interface SliceOwner {
  onWanted(slice: ObservedSlice): void
  onUnwanted(slice: ObservedSlice): void
}

/** One slice, its subscribers, and its id on the wire. */
export class ObservedSlice implements SliceObserver<unknown> {
  readonly subscription: Subscription
  readonly replica: Replica
  /** Its id on the wire; 0 while it is not subscribed there. */
  wireId = 0
  /** The timer that removes the slice while it has no subscriber. */
  removal: TimerHandle
  readonly #owner: SliceOwner
  readonly #listeners = new ListenerSet()

  constructor(subscription: Subscription, replica: Replica, owner: SliceOwner) {
    this.subscription = subscription
    this.replica = replica
    this.#owner = owner
  }

  readonly getState = (): SliceState<unknown> => this.replica.state

  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#owner.onWanted(this)
    return () => {
      if (unsubscribe() && !this.wanted) this.#owner.onUnwanted(this)
    }
  }

  get wanted(): boolean {
    return this.#listeners.size > 0
  }

  notify(): void {
    this.#listeners.emit()
  }
}
