import { NOTHING } from '../wire-reader.ts'

/** The largest size of a buffer that bodies share. */
const SHARED_BYTES = 64 * 1024
/** Half of the size of the first buffer. */
const FIRST_BYTES = 2 * 1024

/**
 * Allocates bodies. Those that follow each other share a buffer: it is allocated in a quarter of the time that one for each takes.
 * It is freed with the last of their rows, so a store that replaces rows repacks the others. Each buffer is twice as large as the
 * one before, so that a connection with few rows keeps little memory. A body of more than half of a buffer has its own.
 */
export class BodyBuffers {
  #buffer = NOTHING.buffer
  #used = 0
  #next = FIRST_BYTES

  /** @param most the largest size of a new buffer */
  allocate(size: number, most: number = SHARED_BYTES): Uint8Array {
    if (this.#used + size > this.#buffer.byteLength) {
      this.#next = Math.min(2 * this.#next, SHARED_BYTES, most)
      if (2 * size > this.#next) return new Uint8Array(size)
      this.#buffer = new ArrayBuffer(this.#next)
      this.#used = 0
    }
    this.#used += size
    return new Uint8Array(this.#buffer, this.#used - size, size)
  }

  /** Keeps no bytes. */
  clear(): void {
    this.#buffer = NOTHING.buffer
  }
}
