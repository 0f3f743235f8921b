/**
 * Passes pages from one producer to one consumer, and blocks the producer when it is too far ahead (a Go channel of
 * that capacity). An error of the producer follows the pages that it added before.
 */
export class PageBuffer<T> {
  readonly #capacity: number
  readonly #pages: T[] = []
  #ended = false
  #failure: { readonly error: unknown } | undefined
  #released = false
  #wakeProducer: (() => void) | undefined
  #wakeConsumer: (() => void) | undefined

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Resolves once the page has been taken or is in the buffer. */
  async put(page: T): Promise<void> {
    this.#pages.push(page)
    this.#wakeConsumer?.()
    while (this.#pages.length > this.#capacity && !this.#released) {
      await new Promise<void>(resolve => {
        this.#wakeProducer = resolve
      })
    }
  }

  /** Resolves with the next page, or undefined after the last; throws the producer's error. */
  async take(): Promise<T | undefined> {
    while (this.#pages.length === 0 && !this.#ended && !this.#failure) {
      await new Promise<void>(resolve => {
        this.#wakeConsumer = resolve
      })
    }
    const page = this.#pages.shift()
    if (page === undefined && this.#failure) throw this.#failure.error
    this.#wakeProducer?.()
    return page
  }

  end(): void {
    this.#ended = true
    this.#wakeConsumer?.()
  }

  fail(error: unknown): void {
    this.#failure = { error }
    this.#wakeConsumer?.()
  }

  /** The consumer has stopped, so the producer no longer waits. */
  release(): void {
    this.#released = true
    this.#wakeProducer?.()
  }
}
