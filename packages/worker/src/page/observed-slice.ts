import type { TimerHandle } from '@kube-informer/core'
import type { SliceObserver } from '../api/connection.ts'
import type { SliceState, Subscription } from '../api/subscription.ts'
import { Listeners } from './listeners.ts'
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
  /** When it goes, while nobody wants it. */
  forgetting: TimerHandle
  readonly #owner: SliceOwner
  readonly #listeners = new Listeners()

  constructor(subscription: Subscription, replica: Replica, owner: SliceOwner) {
    this.subscription = subscription
    this.replica = replica
    this.#owner = owner
  }

  readonly getState = (): SliceState<unknown> => this.replica.state

  readonly subscribe = (listener: () => void): (() => void) => {
    const undo = this.#listeners.add(listener)
    if (this.#listeners.count === 1) this.#owner.onWanted(this)
    return () => {
      if (undo() && !this.wanted) this.#owner.onUnwanted(this)
    }
  }

  get wanted(): boolean {
    return this.#listeners.count > 0
  }

  notify(): void {
    this.#listeners.tell()
  }
}
