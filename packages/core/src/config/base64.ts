/** The Base64 encoding of a text's UTF-8 bytes. */
export function encodeBase64(text: string): string {
  // One call per byte: a bundle of authorities exceeds the maximum number of arguments.
  const bytes = Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte))
  return btoa(bytes.join(''))
}

/** Decodes Base64 to UTF-8 text; undefined if it is invalid. */
export function decodeBase64(data: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0))
    return new TextDecoder().decode(bytes)
  } catch {
    return undefined
  }
}
