import { type Resolvers, withResolvers } from '@kube-informer/core/internal'
import type { TimeSlice } from '../api/time-slice.ts'

export interface EventBufferOptions<E> {
  /** In events. */
  readonly capacity: number
  readonly slice: TimeSlice
  /** Never throws or rejects. */
  readonly handle: (event: E) => void | Promise<void>
}

/** The events of one queue of a channel, handled one after another. */
export class EventBuffer<E> {
  readonly #options: EventBufferOptions<E>
  readonly #events: E[] = []
  #isDelivering = false
  #isClosed = false
  #room: Resolvers<void> | undefined

  constructor(options: EventBufferOptions<E>) {
    this.#options = options
  }

  /** Undefined if there is room for an event; otherwise what to wait for. */
  room(): Promise<void> | undefined {
    if (this.#isClosed || this.#events.length < this.#options.capacity) return undefined
    this.#room ??= withResolvers<void>()
    return this.#room.promise
  }

  push(event: E): void {
    if (this.#isClosed) return
    this.#events.push(event)
    if (!this.#isDelivering) void this.#deliver()
  }

  /** Drops the events that were not handled yet. */
  close(): void {
    this.#isClosed = true
    this.#events.length = 0
    this.#grantRoom()
  }

  async #deliver(): Promise<void> {
    const { slice, handle } = this.#options
    this.#isDelivering = true
    for (let event = this.#events.shift(); event !== undefined; event = this.#events.shift()) {
      this.#grantRoom()
      const pending = handle(event)
      if (pending) await pending
      const pause = slice.pause(this.#events.length === 0)
      if (pause) await pause
    }
    this.#isDelivering = false
  }

  #grantRoom(): void {
    this.#room?.resolve()
    this.#room = undefined
  }
}
