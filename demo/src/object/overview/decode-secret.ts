/** A value of a Secret: its text, or undefined for bytes that are no text. */
export interface SecretValue {
  readonly text: string | undefined
  readonly bytes: number
}

/** Decodes the base64 that Secrets and binary data have. */
export function decodeSecret(base64: string): SecretValue {
  try {
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    return { text: textOf(bytes), bytes: bytes.length }
  } catch {
    return { text: undefined, bytes: base64.length }
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
