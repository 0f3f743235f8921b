import type { Consumers } from './consumers.ts'

type WorkResult<E> = IteratorResult<E, undefined>

const END: { readonly done: true; readonly value: undefined } = { done: true, value: undefined }

const toResult = <E>(value: E | undefined): WorkResult<E> =>
  value === undefined ? END : { done: false, value }

/** Iterates over the entries of a queue until it shuts down. */
export class WorkIterator<E> implements AsyncIterableIterator<E, undefined> {
  readonly #consumers: Consumers<E>
  readonly #signal: AbortSignal | undefined
  #hasReturned = false

  constructor(consumers: Consumers<E>, signal: AbortSignal | undefined) {
    this.#consumers = consumers
    this.#signal = signal
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<WorkResult<E>> {
    if (this.#hasReturned) return Promise.resolve(END)
    return this.#consumers.get<WorkResult<E>>(toResult, this.#signal, this)
  }

  return(): Promise<WorkResult<E>> {
    this.#hasReturned = true
    this.#consumers.leave(this)
    return Promise.resolve(END)
  }
}
