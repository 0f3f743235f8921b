/** Base64 of a text's UTF-8. */
export function encodeBase64(text: string): string {
  // One by one: a bundle of authorities is longer than a call may have arguments.
  const bytes = Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte))
  return btoa(bytes.join(''))
}

/** The UTF-8 text of base64, or undefined if it is none. */
export function decodeBase64(data: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0))
    return new TextDecoder().decode(bytes)
  } catch {
    return undefined
  }
}
