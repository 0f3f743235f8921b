import type { Status } from '@kube-informer/core'
import { type CacherWatch, type Delivery, ErrorDelivery } from '@kube-informer/core/cacher'
import type { FlushWindows } from './flush-windows.ts'

const NOTHING: readonly never[] = Object.freeze([])

/** Options of {@link RelayWatch}. */
export interface RelayWatchOptions {
  readonly inner: CacherWatch
  readonly windows: FlushWindows
  /** Counts what the reader takes. */
  readonly events: { add(amount: number): void }
}

/**
 * The watch of one reader. Its events become readable in windows, so that the readers of one view take the same events at
 * the same time and share the encoded bytes.
 */
export class RelayWatch implements CacherWatch {
  readonly #inner: CacherWatch
  readonly #windows: FlushWindows
  readonly #events: RelayWatchOptions['events']
  #listener: (() => void) | undefined
  /** Whether the reader may take what is queued. The initial events do not wait for a window. */
  #isOpen = true
  #isWaiting = false
  #error: Delivery | undefined

  constructor({ inner, windows, events }: RelayWatchOptions) {
    this.#inner = inner
    this.#windows = windows
    this.#events = events
  }

  get hasUnread(): boolean {
    return this.#error !== undefined || this.#inner.hasUnread
  }

  get isOver(): boolean {
    return this.#error === undefined && this.#inner.isOver
  }

  get deadline(): number {
    return this.#inner.deadline
  }

  onReadable(listener: () => void): void {
    this.#listener = listener
    this.#inner.onReadable(() => this.#await())
  }

  take(max?: number): readonly Delivery[] {
    if (this.#error) {
      const last = this.#error
      this.#error = undefined
      return [last]
    }
    if (!this.#isOpen) return NOTHING
    const taken = this.#inner.take(max)
    this.#isOpen = this.#inner.hasUnread
    this.#events.add(taken.length)
    return taken
  }

  /** The window has ended: the reader may take what is queued. */
  flush(): void {
    this.#isWaiting = false
    this.#isOpen = true
    this.#listener?.()
  }

  /** Discards what is queued, and ends the watch with an ERROR event. */
  fail(status: Status): void {
    if (this.#inner.isOver) return
    this.#inner.close()
    this.#error = new ErrorDelivery(status)
    this.#listener?.()
  }

  end(): void {
    this.#inner.end()
  }

  close(): void {
    this.#error = undefined
    this.#inner.close()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Delivery[], undefined> {
    try {
      while (!this.isOver) {
        const taken = this.take()
        if (taken.length > 0) yield taken
        else await new Promise<void>(resolve => this.onReadable(resolve))
      }
      return undefined
    } finally {
      this.close()
    }
  }

  #await(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.#windows.add(this)
  }
}
