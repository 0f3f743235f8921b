const ELLIPSIS = '...'

/** Cuts a text that is longer in UTF-8, between two characters. */
export function truncate(text: string, maxBytes: number): string {
  // A UTF-16 unit has at most 3 bytes.
  if (text.length * 3 <= maxBytes) return text
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= maxBytes) return text
  let end = maxBytes - ELLIPSIS.length
  while (isContinuation(bytes[end])) end--
  return new TextDecoder().decode(bytes.subarray(0, end)) + ELLIPSIS
}

/** Whether the byte belongs to the character before. */
const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000
