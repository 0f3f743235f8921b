import { UsageError } from '@kube-informer/core'
import { messageSize } from './message-size.ts'

export interface HeldMessagesOptions {
  /** For errors: `calls in flight`. */
  readonly what: string
  readonly maxCount: number
  /** In characters, for all of them. */
  readonly maxSize: number
}

/** The messages of a page that the host has to remember, and their size. */
export class HeldMessages {
  readonly #options: HeldMessagesOptions
  readonly #sizes = new Map<number, number>()
  #size = 0

  constructor(options: HeldMessagesOptions) {
    this.#options = options
  }

  /** Throws a UsageError, and remembers nothing, if the id is in use or the limits are reached. */
  add(id: number, message: unknown): void {
    const { what, maxCount, maxSize } = this.#options
    if (this.#sizes.has(id)) throw new UsageError(`the page has used an id twice for its ${what}`)
    if (this.#sizes.size >= maxCount) throw new UsageError(`the page has more than ${maxCount} ${what}`)
    const size = messageSize(message, maxSize - this.#size)
    if (this.#size + size > maxSize)
      throw new UsageError(`the ${what} of the page are larger than ${maxSize} characters`)
    this.#sizes.set(id, size)
    this.#size += size
  }

  /** Idempotent. */
  delete(id: number): void {
    this.#size -= this.#sizes.get(id) ?? 0
    this.#sizes.delete(id)
  }
}
