import {
  BookmarkDelivery,
  type CacherWatch,
  callReadable,
  type Delivery,
  type ReadableListener,
} from '@kube-informer/cacher'
import type { AccessAttributes } from '../api/access-attributes.ts'

/** A watch of a cache, whose queue a test fills. */
export class InnerWatch implements CacherWatch {
  readonly queue: Delivery[] = []
  readonly deadline = 99
  /** How often it was closed. */
  closes = 0
  #listener: ReadableListener | undefined
  #hasEnded = false

  get hasUnread(): boolean {
    return this.queue.length > 0
  }

  get isOver(): boolean {
    return this.#hasEnded && !this.hasUnread
  }

  /** Queues deliveries, and notifies the reader. */
  push(...deliveries: readonly Delivery[]): void {
    this.queue.push(...deliveries)
    callReadable(this.#listener)
  }

  onReadable(listener: ReadableListener): void {
    this.#listener = listener
  }

  take(max: number = Number.POSITIVE_INFINITY): readonly Delivery[] {
    return this.queue.splice(0, max)
  }

  end(): void {
    this.#hasEnded = true
  }

  close(): void {
    this.closes++
    this.queue.length = 0
    this.end()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Delivery[], undefined> {
    yield this.take()
    return undefined
  }
}

/** Deliveries that differ by nothing but their identity. */
export const deliveries = (count: number): readonly Delivery[] =>
  Array.from({ length: count }, () => new BookmarkDelivery({ kind: 'Pod', apiVersion: 'v1' }, '5', false))

/** The attributes of a watch of Pods. */
export const attributesOf = (more: Partial<AccessAttributes> = {}): AccessAttributes => ({
  ...{ verb: 'watch', group: '', version: 'v1', resource: 'pods', namespace: '', name: '' },
  ...{ labelSelector: '', fieldSelector: '' },
  ...more,
})
