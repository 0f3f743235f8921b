import type { Bytes } from '../../api/encodable.ts'
import type { ReaderScheduler, Step } from '../../api/scheduler.ts'
import type { CacherWatch } from '../../watch/watch.ts'
import type { SharedChunks } from './shared-chunks.ts'

export interface WatchBodyOptions {
  /** Encodes the deliveries in the negotiated form. */
  readonly chunks: SharedChunks
  /** What is queued is sent in turns of the reader; the first chunk of later events is not. @default at once */
  readonly scheduler?: ReaderScheduler | undefined
  /** An abort makes the body fail with the signal's reason, as `fetch` does. */
  readonly signal?: AbortSignal | undefined
  /** Called after a chunk was delivered to the reader. */
  readonly onRead?: (() => void) | undefined
  /** Called once, when the body is closed. */
  readonly onClose?: (() => void) | undefined
}

/** Where the chunks of a watch go in place of its stream. */
export interface ChunkSink {
  /** Takes a chunk. Returns false if the next one has to wait for {@link PushedBody.pull}. */
  enqueue(chunk: Bytes): boolean
  /** The watch has ended. */
  close(): void
  /** The body has failed. */
  error(reason: unknown): void
}

/** A body whose chunks go to a {@link ChunkSink}. */
export interface PushedBody {
  /** Sends what is queued, and from now on each chunk as it arrives. */
  pull(): void
  /** Closes the watch. The sink is not called again. */
  cancel(): void
}

/** The sources of streams. Weak, since a stream may be discarded without being read. */
const sources = new WeakMap<ReadableStream<Bytes>, WatchSource>()

/** The body of a watch response: each read returns all queued deliveries as one chunk. */
export function watchBody(watch: CacherWatch, options: WatchBodyOptions): ReadableStream<Bytes> {
  const source = new WatchSource(watch, options)
  const body = new ReadableStream<Bytes>(source, { highWaterMark: 0 })
  sources.set(body, source)
  return body
}

/**
 * Sends a body of {@link watchBody} to a sink, which costs less than to read it as a stream: no promises. Undefined for
 * any other body, and for one that is being read or has ended.
 */
export function pushedBody(body: ReadableStream<Bytes>, sink: ChunkSink): PushedBody | undefined {
  const source = sources.get(body)
  if (!source || source.isClosed || body.locked) return undefined
  // No other reader may take its chunks.
  body.getReader()
  source.divert(sink)
  return source
}

/** How many objects are searched for initial events in one turn. */
const MAX_SEARCHED = 1000

class WatchSource implements UnderlyingDefaultSource<Bytes>, PushedBody, Step {
  readonly #watch: CacherWatch
  readonly #chunks: SharedChunks
  readonly #scheduler: ReaderScheduler | undefined
  readonly #signal: AbortSignal | undefined
  readonly #onRead: (() => void) | undefined
  readonly #onClose: (() => void) | undefined
  #sink: ReadableStreamDefaultController<Bytes> | ChunkSink | undefined
  #isWanted = false
  #isFirst = true
  #isClosed = false
  #isScheduled = false

  constructor(watch: CacherWatch, { chunks, scheduler, signal, onRead, onClose }: WatchBodyOptions) {
    this.#scheduler = scheduler
    this.#watch = watch
    this.#chunks = chunks
    this.#signal = signal
    this.#onRead = onRead
    this.#onClose = onClose
    signal?.addEventListener('abort', this)
    watch.onReadable(this)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  start(controller: ReadableStreamDefaultController<Bytes>): void {
    this.#sink = controller
  }

  divert(sink: ChunkSink): void {
    this.#sink = sink
  }

  pull(): void {
    this.#isWanted = true
    this.#continue()
  }

  /** The turn of the reader has come. */
  run(): void {
    this.#isScheduled = false
    this.handleReadable()
  }

  cancel(): void {
    this.#close()
  }

  handleReadable(): void {
    if (!this.#isWanted || this.#isClosed || this.#isScheduled) return
    try {
      this.#sendNext()
    } catch (error) {
      // A listener has no caller that could handle the error.
      this.#sink?.error(error)
      this.#close()
    }
  }

  #sendNext(): void {
    const deliveries = this.#watch.take(this.#chunks.fitting, this.#scheduler && MAX_SEARCHED)
    if (deliveries.length > 0) {
      this.#isWanted = false
      const first = this.#isFirst
      this.#isFirst = false
      const chunk = first ? this.#chunks.firstOf(deliveries) : this.#chunks.of(deliveries)
      // A stream returns undefined, and pulls.
      if (this.#sink?.enqueue(chunk) === true) this.#sendMore()
      this.#onRead?.()
    } else if (this.#scheduler && this.#watch.isStarting) this.#continue()
    else if (this.#watch.isOver) {
      this.#sink?.close()
      this.#close()
    }
  }

  /** Not at once: the other watches of the view send the same chunk first, which is encoded once. */
  #sendMore(): void {
    this.#isWanted = true
    if (this.#watch.hasUnread || this.#watch.isOver) queueMicrotask(() => this.#continue())
  }

  /** Sends what is queued, in a turn if there are any. */
  #continue(): void {
    if (!this.#scheduler || !this.#watch.hasUnread) this.handleReadable()
    else if (!this.#isScheduled && !this.#isClosed) {
      this.#isScheduled = true
      this.#scheduler.scheduler.add(this.#scheduler.user, this)
    }
  }

  /** The abort listener. The object itself is the listener, which saves one closure per open watch. */
  handleEvent(): void {
    this.#sink?.error(this.#signal?.reason)
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
