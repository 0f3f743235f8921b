const WORDS = 16
const PRIME = 0x01000193

/**
 * A hash of 128 upper-case hexadecimal digits, for the ETags of discovery and OpenAPI. Not for secrets. `crypto.subtle`
 * is asynchronous and missing on pages without TLS.
 */
export function contentHash(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const words = Array.from({ length: WORDS }, (_, seed) => fnv1a(bytes, 0x811c9dc5 ^ Math.imul(seed, PRIME)))
  return words.map(word => word.toString(16).padStart(8, '0').toUpperCase()).join('')
}

function fnv1a(bytes: Uint8Array, seed: number): number {
  let hash = seed
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME)
  return hash >>> 0
}
