/** The base64 of bytes, or of a text's UTF-8. `btoa` alone accepts Latin-1 only. */
export function encodeBase64(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/**
 * The bytes of a base64 text; undefined if it is none. White space, and missing padding, are accepted.
 *
 * @example
 * new TextDecoder().decode(decodeBase64(secret.data?.password ?? ''))
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** The base64url (RFC 4648) of bytes, or of a text's UTF-8: without padding, as in tokens. */
export const encodeBase64Url = (content: string | Uint8Array): string =>
  encodeBase64(content).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')

/** The bytes of a base64url text; undefined if it is none. The characters of base64 are accepted, too. */
export const decodeBase64Url = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  decodeBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
