import { concat } from '../storage/encode.ts'

/** About what one network read brings. */
const CHUNK_BYTES = 64 * 1024

/** Options of {@link FrameStream}. */
export interface FrameStreamOptions {
  /** Frames that are made as they are read, ahead of those pushed. */
  readonly initial?: Iterable<Uint8Array> | undefined
  /** How many frames may wait for a reader that is slow; the stream ends behind them. */
  readonly limit: number
  readonly signal?: AbortSignal | undefined
  /** Called when there begins or ceases to be something that nobody has read. */
  readonly onUnread: (unread: boolean) => void
  /** Called once, when nothing more will be read. */
  readonly onClose: () => void
}

/** The body of a watch: frames are pushed, and what is waiting when the reader comes goes out as one chunk. */
export class FrameStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly #options: FrameStreamOptions
  readonly #initial: Iterator<Uint8Array> | undefined
  #queue: Uint8Array[] = []
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  #wanted = false
  #flushing = false
  #initialDone = false
  #ending = false
  #endError: Error | undefined
  #closed = false

  constructor(options: FrameStreamOptions) {
    this.#options = options
    this.#initial = options.initial?.[Symbol.iterator]()
    this.body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: controller => {
          this.#controller = controller
        },
        pull: () => {
          this.#wanted = true
          this.#flush()
        },
        cancel: () => this.#close(),
      },
      { highWaterMark: 0 },
    )
    this.#initialDone = this.#initial === undefined
    options.onUnread(!this.#initialDone)
    options.signal?.addEventListener('abort', this.#abort, { once: true })
  }

  push(frame: Uint8Array): void {
    if (this.#ending || this.#closed) return
    this.#queue.push(frame)
    this.#options.onUnread(true)
    if (this.#queue.length >= this.#options.limit) this.#ending = true
    this.#flushSoon()
  }

  /** Ends behind what is waiting: with the error, or as a plain end of the body. */
  end(error?: Error): void {
    if (this.#ending || this.#closed) return
    this.#ending = true
    this.#endError = error
    this.#flushSoon()
  }

  /** Ends without what is waiting. */
  cut(error?: Error): void {
    this.#queue = []
    this.#ending = true
    this.#endError = error
    this.#flushSoon()
  }

  readonly #abort = (): void => {
    if (this.#closed) return
    this.#controller?.error(this.#options.signal?.reason)
    this.#close()
  }

  /** In a microtask, so that writes made in one go leave as one chunk. */
  #flushSoon(): void {
    if (this.#flushing) return
    this.#flushing = true
    queueMicrotask(() => {
      this.#flushing = false
      this.#flush()
    })
  }

  #flush(): void {
    if (!this.#wanted || this.#closed) return
    const frames = this.#take()
    if (frames.length > 0) {
      this.#wanted = false
      this.#controller?.enqueue(concat(frames))
    }
    if (!this.#isDrained()) return
    this.#options.onUnread(false)
    if (this.#ending && this.#wanted) this.#finish()
  }

  #take(): Uint8Array[] {
    const frames: Uint8Array[] = []
    let size = 0
    while (size < CHUNK_BYTES && this.#initial && !this.#initialDone) {
      const next = this.#initial.next()
      this.#initialDone = next.done === true
      if (next.done) break
      frames.push(next.value)
      size += next.value.length
    }
    let taken = 0
    for (; size < CHUNK_BYTES && taken < this.#queue.length; taken++) {
      const frame = this.#queue[taken]
      if (!frame) break
      frames.push(frame)
      size += frame.length
    }
    this.#queue = taken === this.#queue.length ? [] : this.#queue.slice(taken)
    return frames
  }

  #isDrained(): boolean {
    return this.#initialDone && this.#queue.length === 0
  }

  #finish(): void {
    if (this.#endError) this.#controller?.error(this.#endError)
    else this.#controller?.close()
    this.#close()
  }

  #close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#queue = []
    this.#options.signal?.removeEventListener('abort', this.#abort)
    this.#options.onUnread(false)
    this.#options.onClose()
  }
}
