/** FNV-1a over code units, in two halves of 32 bits. It detects differences; it is not a security measure. */
export function hashOf(text: string): string {
  let low = 0x811c9dc5
  let high = 0x9747b28c
  for (let i = 0; i < text.length; i++) {
    low = Math.imul(low ^ text.charCodeAt(i), 0x01000193)
    high = Math.imul(high ^ text.charCodeAt(i), 0x5bd1e995)
  }
  return [high, low].map(half => (half >>> 0).toString(36)).join('')
}
