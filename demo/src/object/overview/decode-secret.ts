import { decodeBase64 } from '@kube-informer/core/base64'

/** A value of a Secret: its text, or undefined for bytes that are no text. */
export interface SecretValue {
  readonly text: string | undefined
  readonly bytes: number
}

/** Decodes the base64 that Secrets and binary data have. */
export function decodeSecret(base64: string): SecretValue {
  const bytes = decodeBase64(base64)
  return bytes ? { text: textOf(bytes), bytes: bytes.length } : { text: undefined, bytes: base64.length }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
