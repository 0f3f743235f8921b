import { DiskError } from './disk-error.ts'

/** The WebCrypto functions. @throws {DiskError} outside of a secure context */
export function subtleOf(crypto: Crypto | undefined): SubtleCrypto {
  if (crypto?.subtle) return crypto.subtle
  throw new DiskError('encryption is not available: WebCrypto requires a secure context (https or localhost)')
}
