/** The number of bytes that a length of at most 32 bits takes as a varint. */
export function varintSize(length: number): number {
  let size = 1
  for (let rest = length; rest > 0x7f; rest >>>= 7) size++
  return size
}

/** Writes such a length as a varint; returns the offset after it. */
export function writeVarint(bytes: Uint8Array, at: number, length: number): number {
  let next = at
  let rest = length
  for (; rest > 0x7f; rest >>>= 7) bytes[next++] = rest | 0x80
  bytes[next++] = rest
  return next
}
