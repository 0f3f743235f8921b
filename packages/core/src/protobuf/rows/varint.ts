/** The number of bytes that a length takes as a varint. */
export function varintSize(value: number): number {
  let size = 1
  for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 128)) size++
  return size
}

/** Writes a length as a varint; returns the offset after it. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let next = at
  let rest = value
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes[next++] = (rest % 128) | 0x80
  bytes[next++] = rest
  return next
}
