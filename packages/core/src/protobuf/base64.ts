import { malformed } from './malformed.ts'

/** Characters that `btoa` takes at once: it spreads them as arguments. */
const CHUNK = 8_192

export function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(text)
}

/** Throws a ProtocolError. */
export const bytesOfBase64 = (text: string): Uint8Array => {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0))
  } catch {
    throw malformed('bytes that are not base64')
  }
}
