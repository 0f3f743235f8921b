import type { Bytes } from '../../api/encodable.ts'
import type { Delivery } from '../../watch/delivery.ts'
import { encodeText } from './encode.ts'
import type { FrameEncoder } from './watch-encoders.ts'

/** About the size of one network read. */
const CHUNK_BYTES = 64 * 1024
/** Estimated size of a frame before the first one. */
const USUAL_FRAME_BYTES = 4096

/**
 * Encodes chunks for all streams of one form. Watches with the same selection take the same deliveries in the same turn
 * and share one encoded chunk. A chunk must therefore not be modified or transferred.
 */
export class SharedChunks {
  readonly #first: FrameEncoder
  readonly #later: FrameEncoder
  #frameBytes = USUAL_FRAME_BYTES
  #last: { readonly deliveries: readonly Delivery[]; readonly bytes: Bytes } | undefined

  constructor(first: FrameEncoder, later: FrameEncoder) {
    this.#first = first
    this.#later = later
  }

  /** Estimated number of deliveries that fill a chunk. */
  get fitting(): number {
    return Math.max(1, Math.ceil(CHUNK_BYTES / this.#frameBytes))
  }

  /** The first chunk of a stream. */
  firstOf(deliveries: readonly Delivery[]): Bytes {
    if (this.#first === this.#later) return this.of(deliveries)
    const [first, ...later] = deliveries
    return encodeText((first?.encoded(this.#first) ?? '') + this.#textOf(later))
  }

  of(deliveries: readonly Delivery[]): Bytes {
    if (this.#last && isSame(this.#last.deliveries, deliveries)) return this.#last.bytes
    const bytes = this.#bytesOf(deliveries)
    this.#frameBytes = bytes.length / deliveries.length
    const last = { deliveries, bytes }
    this.#last = last
    // Other streams request the same deliveries in the same turn, if at all.
    queueMicrotask(() => {
      if (this.#last === last) this.#last = undefined
    })
    return bytes
  }

  /** Encodes frames directly into the chunk; joining them first would copy them once more. */
  #bytesOf(deliveries: readonly Delivery[]): Bytes {
    const frames = deliveries.map(delivery => delivery.encoded(this.#later))
    const bytes = new Uint8Array(frames.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const frame of frames) {
      const { read, written } = encoder.encodeInto(frame, at === 0 ? bytes : bytes.subarray(at))
      // The text contains non-ASCII characters.
      if (read < frame.length) return encodeText(frames.join(''))
      at += written
    }
    return bytes
  }

  #textOf(deliveries: readonly Delivery[]): string {
    let text = ''
    for (const delivery of deliveries) text += delivery.encoded(this.#later)
    return text
  }
}

const encoder = new TextEncoder()
const isSame = (some: readonly Delivery[], others: readonly Delivery[]): boolean =>
  some.length === others.length && some.every((delivery, index) => delivery === others[index])
