import { Ring } from '../cache/handlers/ring.ts'

/** An unbounded queue between a producer that must not wait and its readers. The iteration ends when it is closed. */
export class EventBuffer<T> implements AsyncIterable<T>, AsyncIterator<T, undefined> {
  readonly #items = new Ring<T>()
  /** Readers that wait, while there are no items. */
  readonly #readers = new Ring<(result: IteratorResult<T, undefined>) => void>()
  #isClosed = false

  push(value: T): void {
    if (this.#isClosed) return
    const reader = this.#readers.shift()
    if (reader) reader({ done: false, value })
    else this.#items.push(value)
  }

  /** Drops what was not read, and ends the iteration. Idempotent. */
  close(): void {
    this.#isClosed = true
    this.#items.clear()
    while (this.#readers.length > 0) this.#readers.shift()?.({ done: true, value: undefined })
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#isClosed) return Promise.resolve({ done: true, value: undefined })
    if (this.#items.length > 0) return Promise.resolve({ done: false, value: this.#items.shift() as T })
    return new Promise(resolve => this.#readers.push(resolve))
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
