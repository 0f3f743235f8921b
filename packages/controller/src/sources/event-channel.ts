/**
 * A channel that application code pushes objects into, for `channelSource`. It has one reader; what is pushed before the
 * reader exists waits for it.
 *
 * @example
 * const channel = new EventChannel<Widget>()
 * controller.watch(channelSource({ channel, handler: enqueueRequestForObject }))
 * await channel.push(widget)
 */
export class EventChannel<T> implements AsyncIterable<T> {
  /** In the order of their pushes. */
  readonly #pushed = new Set<{ readonly object: T; readonly taken: () => void }>()
  #reader: ((result: IteratorResult<T, undefined>) => void) | undefined
  #isClosed = false

  /** Resolves when the source has taken the object: a caller that awaits it cannot fill the memory. No effect once closed. */
  push(object: T): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    if (this.#reader) {
      this.#answer({ done: false, value: object })
      return Promise.resolve()
    }
    return new Promise(taken => this.#pushed.add({ object, taken }))
  }

  /** Ends the channel. What was pushed before is still delivered. */
  close(): void {
    this.#isClosed = true
    this.#answer({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): AsyncIterator<T, undefined> {
    return {
      next: () => this.#next(),
      return: () => {
        this.#answer({ done: true, value: undefined })
        return Promise.resolve({ done: true, value: undefined })
      },
    }
  }

  #next(): Promise<IteratorResult<T, undefined>> {
    for (const entry of this.#pushed) {
      this.#pushed.delete(entry)
      entry.taken()
      return Promise.resolve({ done: false, value: entry.object })
    }
    if (this.#isClosed) return Promise.resolve({ done: true, value: undefined })
    return new Promise(resolve => {
      this.#reader = resolve
    })
  }

  #answer(result: IteratorResult<T, undefined>): void {
    const reader = this.#reader
    this.#reader = undefined
    reader?.(result)
  }
}
