import { concat, encodeText } from '@kube-informer/cacher/http'
import type { Clock } from '@kube-informer/core'
import { type EventEnds, FrameEnds, lineEnds } from './event-ends.ts'
import type { BodyFault } from './fault-action.ts'

type Bytes = Uint8Array<ArrayBuffer>

export interface BrokenBodyOptions {
  readonly fault: BodyFault
  /**
   * Events are lines, or frames of protobuf. A body that is neither a watch nor a log has no events and breaks off in its
   * first part.
   */
  readonly isWatch: boolean
  readonly isProtobuf?: boolean
  readonly isLog?: boolean
  readonly clock: Clock
}

/** A partial event, for a watch whose connection breaks between events. */
const TORN_LINE = encodeText('{"type":"MODI')
/** The length of a frame, and the start of its type. */
const TORN_FRAME = concat([new Uint8Array([0, 0, 1, 0, 10, 8]), encodeText('MODI')])
const NOTHING: Bytes = new Uint8Array(0)

/** A body that ends, breaks off or stalls as its fault defines. */
export const brokenBody = (body: ReadableStream<Bytes>, options: BrokenBodyOptions): ReadableStream<Bytes> =>
  new ReadableStream<Bytes>(new BrokenSource(body, options), { highWaterMark: 0 })

class BrokenSource implements UnderlyingDefaultSource<Bytes> {
  readonly #reader: ReadableStreamDefaultReader<Bytes>
  readonly #options: BrokenBodyOptions
  /** Undefined without events. */
  readonly #ends: EventEnds | undefined
  /** The number of events that are still passed on. */
  #left: number
  #timer: unknown
  #controller: ReadableStreamDefaultController<Bytes> | undefined
  #isWanted = false
  #isReading = false
  #isOver = false
  /** The bytes to deliver before the body fails. */
  #torn: Bytes | undefined

  constructor(body: ReadableStream<Bytes>, options: BrokenBodyOptions) {
    this.#reader = body.getReader()
    this.#options = options
    this.#ends = eventEndsOf(options)
    const { afterEvents, afterMs } = options.fault
    const isTimed = this.#ends !== undefined && afterMs !== undefined
    this.#left = isTimed ? Number.POSITIVE_INFINITY : this.#ends ? (afterEvents ?? 0) : 0
    if (isTimed) this.#timer = options.clock.setTimeout(() => this.#strike(), afterMs)
  }

  start(controller: ReadableStreamDefaultController<Bytes>): void {
    this.#controller = controller
    if (this.#left === 0 && this.#options.fault.type !== 'truncate') this.#strike()
  }

  pull(): void {
    this.#isWanted = true
    if (this.#isOver) this.#fail()
    else void this.#read()
  }

  async cancel(reason: unknown): Promise<void> {
    this.#stop()
    await this.#reader.cancel(reason)
  }

  async #read(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      const { done, value } = await this.#reader.read()
      this.#isReading = false
      if (this.#isOver) return
      if (!done) this.#pass(value)
      else this.#close()
    } catch (error) {
      this.#stop()
      this.#controller?.error(error)
    }
  }

  #pass(chunk: Bytes): void {
    const end = this.#endOfEvents(chunk)
    const whole = chunk.subarray(0, end)
    if (this.#left > 0) this.#hand(whole)
    else if (this.#options.fault.type !== 'truncate') {
      this.#hand(whole)
      this.#strike()
    } else if (end === chunk.length) this.#hand(whole)
    else this.#tear(concat([whole, firstHalf(chunk.subarray(end), this.#ends)]))
  }

  /** Counts the events of a chunk; returns the index after the last one to pass on. */
  #endOfEvents(chunk: Bytes): number {
    if (!this.#ends) return 0
    if (this.#left === Number.POSITIVE_INFINITY) return chunk.length
    let end = 0
    while (this.#left > 0) {
      const next = this.#ends.next(chunk, end)
      if (next < 0) return chunk.length
      end = next
      this.#left--
    }
    return end
  }

  #strike(): void {
    const { fault, isWatch, isProtobuf } = this.#options
    if (fault.type === 'end') this.#close()
    else if (fault.type === 'truncate') this.#tear(!isWatch ? NOTHING : isProtobuf ? TORN_FRAME : TORN_LINE)
    else void this.#fallSilent()
  }

  /** Keeps reading and discards the bytes, so that the writer is not blocked. */
  async #fallSilent(): Promise<void> {
    this.#stop()
    try {
      for (let read = await this.#reader.read(); !read.done; ) read = await this.#reader.read()
    } catch (error) {
      this.#controller?.error(error)
    }
  }

  #tear(last: Bytes): void {
    this.#stop()
    this.#torn = last
    void this.#reader.cancel().catch(() => {})
    if (this.#isWanted) this.#fail()
  }

  /** Delivers the remaining bytes before the error, which would discard them. */
  #fail(): void {
    if (this.#torn === undefined) return
    if (this.#torn.length === 0) this.#controller?.error(new TypeError('terminated'))
    else this.#hand(this.#torn)
    this.#torn = new Uint8Array(0)
  }

  #hand(chunk: Bytes): void {
    if (chunk.length > 0) {
      this.#isWanted = false
      this.#controller?.enqueue(chunk)
    } else if (this.#isWanted) void this.#read()
  }

  #close(): void {
    if (this.#isOver) return
    this.#stop()
    this.#controller?.close()
    void this.#reader.cancel().catch(() => {})
  }

  #stop(): void {
    this.#isOver = true
    this.#options.clock.clearTimeout(this.#timer)
  }
}

const eventEndsOf = ({ isWatch, isProtobuf, isLog }: BrokenBodyOptions): EventEnds | undefined => {
  if (!isWatch && !isLog) return undefined
  return isProtobuf ? new FrameEnds() : lineEnds
}

/** The first half of an event, or of a part of a list. */
function firstHalf(bytes: Bytes, ends: EventEnds | undefined): Bytes {
  const end = ends?.next(bytes, 0) ?? -1
  const length = end < 0 ? bytes.length : end - 1
  return bytes.subarray(0, Math.max(1, length >> 1))
}
