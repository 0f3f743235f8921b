const WORDS = 16
const PRIME = 0x01000193

/**
 * 128 upper-case hexadecimal digits that change with a text: what discovery and OpenAPI use as tags of a version. Not
 * for secrets; `crypto.subtle` would make callers wait, and is missing in pages without TLS.
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
