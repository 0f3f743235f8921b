/** Finds the ends of the events in the chunks of a stream. */
export interface EventEnds {
  /** The index after the next event that ends in the chunk; -1 if none does. Each byte is passed once. */
  next(chunk: Uint8Array, start: number): number
}

const NEWLINE = 10

/** The ends of lines. */
export const lineEnds: EventEnds = {
  next: (chunk, start) => chunk.indexOf(NEWLINE, start) + 1 || -1,
}

/** The bytes of a frame's length, of which the first is the most significant. */
const LENGTH_BYTES = 4

/** The ends of the frames of a protobuf watch. */
export class FrameEnds implements EventEnds {
  #lengthBytes = LENGTH_BYTES
  #left = 0

  next(chunk: Uint8Array, start: number): number {
    let at = start
    while (at < chunk.length) {
      at = this.#lengthBytes > 0 ? this.#readLength(chunk, at) : this.#skip(chunk, at)
      if (this.#lengthBytes === 0 && this.#left === 0) {
        this.#lengthBytes = LENGTH_BYTES
        return at
      }
    }
    return -1
  }

  #readLength(chunk: Uint8Array, at: number): number {
    this.#left = this.#left * 256 + (chunk[at] ?? 0)
    this.#lengthBytes--
    return at + 1
  }

  #skip(chunk: Uint8Array, at: number): number {
    const skipped = Math.min(this.#left, chunk.length - at)
    this.#left -= skipped
    return at + skipped
  }
}
