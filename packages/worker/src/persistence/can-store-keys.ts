import { createSealingKey } from './chunk-payload.ts'
import { DiskError } from './disk-error.ts'

/** Why a host is unsuited that is to encrypt what it stores. */
export const CANNOT_STORE_KEYS = 'a shared worker of this browser cannot store encryption keys'

/**
 * Whether this scope can store keys that scripts cannot export. WebKit clones such a key with the help of a document, and a
 * SharedWorker has none. Where there are no keys at all, the disk reports the reason.
 */
export async function canStoreKeys(crypto: Crypto | undefined): Promise<boolean> {
  return !crypto?.subtle || isStorable(await createSealingKey(crypto))
}

/** @throws {DiskError} if this scope cannot store keys; the exception of the database does not say so */
export function assertStorable(key: CryptoKey): void {
  if (!isStorable(key))
    throw new DiskError(`${CANNOT_STORE_KEYS}; with the host 'auto', one tab leads instead`)
}

function isStorable(key: CryptoKey): boolean {
  try {
    structuredClone(key)
    return true
  } catch {
    return false
  }
}
