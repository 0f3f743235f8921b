/** The size of a buffer that bodies share. */
const SHARED_BYTES = 32 * 1024

/** Allocates the bytes of a body. */
export type Allocate = (size: number) => Uint8Array

/** A buffer for each body: it is freed with its row. */
export const allocateOwn: Allocate = size => new Uint8Array(size)

/**
 * Bodies that follow each other share a buffer. It is allocated in a quarter of the time, and freed with the last of their
 * rows, so this is for rows that are stored together.
 */
export function allocateShared(): Allocate {
  let buffer = new ArrayBuffer(0)
  let used = 0
  return size => {
    if (size > SHARED_BYTES / 2) return allocateOwn(size)
    if (used + size > buffer.byteLength) {
      buffer = new ArrayBuffer(SHARED_BYTES)
      used = 0
    }
    used += size
    return new Uint8Array(buffer, used - size, size)
  }
}
