import type { Freshness, InformerStatus, TimerHandle } from '@kube-informer/core'
import { ListenerSet } from '@kube-informer/core/internal'
import type { PageMessage, SliceUpdate } from '../wire/protocol.ts'
import type { RelatedUpdate } from '../wire/related.ts'

/** The page's copy of what a host sends: of a slice or of a tree. */
export interface Shown {
  readonly state: { readonly status: Pick<InformerStatus, 'data'>; readonly freshness: Freshness }
  /** Applies an update of its own kind; returns whether anything visible changed. */
  apply(update: SliceUpdate | RelatedUpdate): boolean
  standBy(): boolean
  recheck(): boolean
  fail(message: string): void
  reset(message?: string): void
}

/** What differs between a slice and a tree. */
export interface ObservedSliceOptions<TReplica> {
  readonly replica: TReplica
  /** Equal for slices that differ only in their window; empty for a tree. */
  readonly family: string
  /** The message that subscribes it. */
  request(id: number): PageMessage
}

/** Notified when a slice gets its first subscriber and when it loses its last. */
export interface SliceOwner {
  onWanted(): void
  onUnwanted(): void
}

/** One slice or tree, its subscribers, and its id on the wire. */
export class ObservedSlice<TReplica extends Shown> {
  readonly key: string
  readonly replica: TReplica
  readonly family: string
  readonly request: (id: number) => PageMessage
  /** Its id on the wire; 0 while it is not subscribed there. */
  wireId = 0
  /** The timer that removes the slice while it has no subscriber. */
  removal: TimerHandle
  /** The minimum time that it is kept without a subscriber, in ms. */
  minGraceMs = 0
  readonly #owner: SliceOwner
  readonly #listeners = new ListenerSet()

  constructor(key: string, { replica, family, request }: ObservedSliceOptions<TReplica>, owner: SliceOwner) {
    this.key = key
    this.replica = replica
    this.family = family
    this.request = request
    this.#owner = owner
  }

  readonly getState = (): TReplica['state'] => this.replica.state

  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#owner.onWanted()
    return () => {
      if (unsubscribe() && !this.wanted) this.#owner.onUnwanted()
    }
  }

  get wanted(): boolean {
    return this.#listeners.size > 0
  }

  notify(): void {
    this.#listeners.emit()
  }
}
