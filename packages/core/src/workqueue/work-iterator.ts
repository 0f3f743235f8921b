import type { Consumers } from './consumers.ts'
import type { WorkItem } from './work-item.ts'

type WorkResult<T> = IteratorResult<WorkItem<T>, undefined>

const END: { readonly done: true; readonly value: undefined } = { done: true, value: undefined }

const toResult = <T>(value: WorkItem<T> | undefined): WorkResult<T> => (value ? { done: false, value } : END)

/** Iterates over the items of a queue until it shuts down. */
export class WorkIterator<T> implements AsyncIterableIterator<WorkItem<T>, undefined> {
  readonly #consumers: Consumers<WorkItem<T>>
  readonly #signal: AbortSignal | undefined
  #hasReturned = false

  constructor(consumers: Consumers<WorkItem<T>>, signal: AbortSignal | undefined) {
    this.#consumers = consumers
    this.#signal = signal
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<WorkResult<T>> {
    if (this.#hasReturned) return Promise.resolve(END)
    return this.#consumers.get<WorkResult<T>>(toResult, this.#signal, this)
  }

  return(): Promise<WorkResult<T>> {
    this.#hasReturned = true
    this.#consumers.leave(this)
    return Promise.resolve(END)
  }
}
