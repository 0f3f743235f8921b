import { NOTHING } from '../wire-reader.ts'

const FIRST_BYTES = 4_096

/**
 * The bytes that have arrived and are not read yet. What is left of a chunk is copied once, and a chunk that is read at once
 * is not copied, so that any chunking takes linear time.
 */
export class ByteQueue {
  /** The unread bytes are those from `at` to `end`. */
  bytes: Uint8Array = NOTHING
  at = 0
  end = 0
  /** What the queue itself has allocated; undefined while `bytes` is a chunk of the caller. */
  #own: Uint8Array | undefined

  get length(): number {
    return this.end - this.at
  }

  append(chunk: Uint8Array): void {
    if (this.length === 0) {
      this.bytes = chunk
      this.at = 0
      this.end = chunk.length
    } else {
      this.#reserve(chunk.length)
      this.bytes.set(chunk, this.end)
      this.end += chunk.length
    }
  }

  /** Copies what is left, since the chunk belongs to the caller. */
  keepRest(): void {
    // An idle watch keeps no buffer, however large its last event was.
    if (this.length === 0) this.clear()
    else if (this.bytes !== this.#own) this.#move(this.length)
  }

  clear(): void {
    this.bytes = NOTHING
    this.#own = undefined
    this.at = this.end = 0
  }

  #reserve(more: number): void {
    const isRoomy = this.bytes === this.#own && this.end + more <= this.bytes.length
    if (!isRoomy) this.#move(this.length + more)
  }

  /** Moves the unread bytes to the beginning of a buffer for at least `size` bytes. */
  #move(size: number): void {
    const unread = this.bytes.subarray(this.at, this.end)
    const own = this.#own
    if (own && own.length >= size) own.set(unread)
    else {
      this.#own = new Uint8Array(Math.max(FIRST_BYTES, 2 * size))
      this.#own.set(unread)
    }
    this.bytes = this.#own ?? NOTHING
    this.end = unread.length
    this.at = 0
  }
}
