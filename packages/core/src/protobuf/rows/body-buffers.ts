/** The largest size of a buffer that bodies share. */
const SHARED_BYTES = 64 * 1024
/** Half of the size of the first buffer. */
const FIRST_BYTES = 2 * 1024

/** Allocates the bytes of a body. */
export type Allocate = (size: number) => Uint8Array

/**
 * Bodies that follow each other share a buffer: it is allocated in a quarter of the time that one for each takes. It is freed with
 * the last of their rows, so a store that replaces rows repacks the others. Each buffer is twice as large as the one before, so that
 * a connection with few rows keeps little memory. A body of more than half of a buffer has its own.
 *
 * @param most returns the largest size of the next buffer
 */
export function allocateShared(most: () => number = () => SHARED_BYTES): Allocate {
  let buffer = new ArrayBuffer(0)
  let used = 0
  let next = FIRST_BYTES
  return size => {
    if (used + size > buffer.byteLength) {
      next = Math.min(2 * next, SHARED_BYTES, most())
      if (2 * size > next) return new Uint8Array(size)
      buffer = new ArrayBuffer(next)
      used = 0
    }
    used += size
    return new Uint8Array(buffer, used - size, size)
  }
}
