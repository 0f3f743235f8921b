import {
  type CacherWatch,
  callReadable,
  type Delivery,
  ErrorDelivery,
  type ReadableListener,
} from '@kube-informer/cacher'
import type { Status } from '@kube-informer/core'
import type { AccessAttributes } from '../api/access-attributes.ts'
import type { FlushWindows } from './flush-windows.ts'
import type { ReaderContext } from './reader-context.ts'

const NOTHING: readonly never[] = Object.freeze([])

/** What the watches of one collection share. */
export interface RelayWatchHost {
  readonly windows: FlushWindows
  /** Counts what readers take. */
  readonly events: { add(amount: number): void }
  /** The watch was closed. Called once for each watch. */
  closed(watch: RelayWatch): void
}

export interface RelayWatchOptions {
  readonly inner: CacherWatch
  readonly host: RelayWatchHost
  /** Has the credentials of the reader. */
  readonly request: Request
  readonly context?: ReaderContext | undefined
  readonly username: string
  readonly attributes: AccessAttributes
}

/**
 * The watch of one reader, with what is needed to check its access again. Its events become readable in windows, so that
 * the readers of one view take the same events at the same time and share the encoded bytes. Thousands are idle at a time,
 * so it has few fields, and neither closures nor objects of its own.
 */
export class RelayWatch implements CacherWatch {
  readonly host: RelayWatchHost
  readonly request: Request
  readonly context: ReaderContext | undefined
  readonly username: string
  readonly attributes: AccessAttributes
  /** When the access is checked again. */
  checkAt = 0
  /** Its position in the schedule of checks; -1 while it is checked. */
  slot = -1
  /** Consecutive checks without an answer. */
  failures = 0
  readonly #inner: CacherWatch
  #listener: ReadableListener | undefined
  /** Whether the reader may take what is queued. The initial events do not wait for a window. */
  #isOpen = true
  #isWaiting = false
  #isClosed = false
  #error: Delivery | undefined

  constructor({ inner, host, request, context, username, attributes }: RelayWatchOptions) {
    this.#inner = inner
    this.host = host
    this.request = request
    this.context = context
    this.username = username
    this.attributes = attributes
  }

  get hasUnread(): boolean {
    return this.#error !== undefined || this.#inner.hasUnread
  }

  get isStarting(): boolean {
    return this.#isOpen && this.#error === undefined && this.#inner.isStarting === true
  }

  get isOver(): boolean {
    return this.#error === undefined && this.#inner.isOver
  }

  get deadline(): number {
    return this.#inner.deadline
  }

  onReadable(listener: ReadableListener): void {
    this.#listener = listener
    this.#inner.onReadable(this)
  }

  take(max?: number, maxSearched?: number): readonly Delivery[] {
    if (this.#error) {
      const last = this.#error
      this.#error = undefined
      return [last]
    }
    if (!this.#isOpen) return NOTHING
    const taken = this.#inner.take(max, maxSearched)
    this.#isOpen = this.#inner.hasUnread
    this.host.events.add(taken.length)
    return taken
  }

  /** The window has ended: the reader may take what is queued. */
  flush(): void {
    this.#isWaiting = false
    this.#isOpen = true
    callReadable(this.#listener)
  }

  /** Discards what is queued, and ends the watch with an ERROR event. */
  fail(status: Status): void {
    if (this.#inner.isOver) return
    this.#inner.close()
    this.#error = new ErrorDelivery(status)
    callReadable(this.#listener)
  }

  end(): void {
    this.#inner.end()
  }

  close(): void {
    this.#error = undefined
    this.#inner.close()
    if (this.#isClosed) return
    this.#isClosed = true
    this.host.closed(this)
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

  /** The listener of the inner watch. */
  handleReadable(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.host.windows.add(this)
  }
}
