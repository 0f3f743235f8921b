/**
 * Estimates the size of a message to another thread: one byte for each character (wider ones are rare), eight for each number
 * and each object. It does not read the texts, so the estimate itself is cheap.
 */
export function messageSize(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength
  if (value instanceof Blob) return value.size
  if (typeof value !== 'object' || value === null) return 8
  let size = 8
  for (const [key, member] of Object.entries(value)) size += key.length + messageSize(member)
  return size
}
