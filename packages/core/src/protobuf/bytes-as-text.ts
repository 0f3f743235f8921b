/**
 * The base64 of bytes, as JSON has them. It is `encodeBase64`, written again: each client contains that one, and bundlers would
 * move what both a page and a module that is loaded on demand import to a chunk that every page loads.
 */
export function bytesAsText(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
