import { type CacherWatch, type Delivery, ErrorDelivery } from '@kube-informer/cacher'
import type { Status } from '@kube-informer/core'

/** A watch that sends an error and ends. */
export class RejectedWatch implements CacherWatch {
  readonly deadline = 0
  #error: Delivery | undefined

  constructor(status: Status) {
    this.#error = new ErrorDelivery(status)
  }

  get hasUnread(): boolean {
    return this.#error !== undefined
  }

  get isOver(): boolean {
    return this.#error === undefined
  }

  take(): readonly Delivery[] {
    const taken = this.#error ? [this.#error] : []
    this.#error = undefined
    return taken
  }

  onReadable(): void {}

  end(): void {}

  close(): void {
    this.#error = undefined
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Delivery[], undefined> {
    yield this.take()
  }
}
