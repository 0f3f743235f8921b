/** A chunk and its frame. */
interface Framed {
  readonly chunk: Uint8Array
  readonly frame: Uint8Array
}

const END = Buffer.from('\r\n')

/**
 * Frames the chunks of HTTP/1.1 (RFC 9112, 7.1). The readers of one view receive the same bytes one after another, so the
 * frame of the last chunk is kept until the end of the turn: one copy for all of them, and one buffer in each write.
 */
export class ChunkFrames {
  #last: Framed | undefined

  of(chunk: Uint8Array): Uint8Array {
    if (this.#last?.chunk === chunk) return this.#last.frame
    // Its frame would end the body.
    if (chunk.length === 0) return chunk
    const frame = Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, END])
    const last = { chunk, frame }
    this.#last = last
    queueMicrotask(() => {
      if (this.#last === last) this.#last = undefined
    })
    return frame
  }
}
