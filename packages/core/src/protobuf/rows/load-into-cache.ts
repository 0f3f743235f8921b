/** The bytes that a processor loads together. */
const LINE_BYTES = 64
/** A processor that reads ahead has not kept up with more. */
const MAX_BYTES = 16 * 1024

/** Engines remove reads whose values are not used. */
const reads = { sum: 0 }

/**
 * Reads a byte of each cache line. A reader of messages needs one length to find the next, so it waits for the memory at each
 * step. These reads do not depend on each other, and the processor does them at once: an index by a path is built in half the time.
 */
export function loadIntoCache(bytes: Uint8Array): void {
  const end = Math.min(bytes.length, MAX_BYTES)
  let sum = 0
  for (let at = 0; at < end; at += LINE_BYTES) sum += bytes[at] as number
  reads.sum = sum
}
