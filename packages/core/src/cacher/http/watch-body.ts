import type { Bytes } from '../encodable.ts'
import type { CacherWatch } from '../watch.ts'
import type { SharedChunks } from './shared-chunks.ts'

/** Options of {@link watchBody}. */
export interface WatchBodyOptions {
  /** Encodes the deliveries in the negotiated form. */
  readonly chunks: SharedChunks
  /** An abort makes the body fail with the signal's reason, as `fetch` does. */
  readonly signal?: AbortSignal | undefined
  /** Called after a chunk was delivered to the reader. */
  readonly onRead?: (() => void) | undefined
  /** Called once, when the body is closed. */
  readonly onClose?: (() => void) | undefined
}

/** The body of a watch response: each read returns all queued deliveries as one chunk. */
export const watchBody = (watch: CacherWatch, options: WatchBodyOptions): ReadableStream<Bytes> =>
  new ReadableStream<Bytes>(new WatchSource(watch, options), { highWaterMark: 0 })

class WatchSource implements UnderlyingDefaultSource<Bytes> {
  readonly #watch: CacherWatch
  readonly #chunks: SharedChunks
  readonly #signal: AbortSignal | undefined
  readonly #onRead: (() => void) | undefined
  readonly #onClose: (() => void) | undefined
  #controller: ReadableStreamDefaultController<Bytes> | undefined
  #isWanted = false
  #isFirst = true
  #isClosed = false

  constructor(watch: CacherWatch, { chunks, signal, onRead, onClose }: WatchBodyOptions) {
    this.#watch = watch
    this.#chunks = chunks
    this.#signal = signal
    this.#onRead = onRead
    this.#onClose = onClose
    signal?.addEventListener('abort', this)
    watch.onReadable(this.#send)
  }

  start(controller: ReadableStreamDefaultController<Bytes>): void {
    this.#controller = controller
  }

  pull(): void {
    this.#isWanted = true
    this.#send()
  }

  cancel(): void {
    this.#close()
  }

  readonly #send = (): void => {
    if (!this.#isWanted || this.#isClosed) return
    try {
      this.#sendNext()
    } catch (error) {
      // A listener has no caller that could handle the error.
      this.#controller?.error(error)
      this.#close()
    }
  }

  #sendNext(): void {
    const deliveries = this.#watch.take(this.#chunks.fitting)
    if (deliveries.length > 0) {
      this.#isWanted = false
      const first = this.#isFirst
      this.#isFirst = false
      this.#controller?.enqueue(first ? this.#chunks.firstOf(deliveries) : this.#chunks.of(deliveries))
      this.#onRead?.()
    } else if (this.#watch.isOver) {
      this.#controller?.close()
      this.#close()
    }
  }

  /** The abort listener. The object itself is the listener, which saves one closure per open watch. */
  handleEvent(): void {
    this.#controller?.error(this.#signal?.reason)
    this.#close()
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#signal?.removeEventListener('abort', this)
    this.#watch.close()
    this.#onClose?.()
  }
}
