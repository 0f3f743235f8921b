/** A 32-bit checksum (FNV-1a over UTF-16 code units). It detects damage; it is not cryptographic. */
export function textChecksum(texts: readonly string[]): number {
  let sum = 0x811c9dc5
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193)
    // The border of two texts, so that moving a character across it changes the sum.
    sum = Math.imul(sum ^ 0x10000, 0x01000193)
  }
  return sum >>> 0
}
