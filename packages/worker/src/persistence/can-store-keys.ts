import { createSealingKey } from './chunk-payload.ts'

/**
 * Whether this scope can store keys that scripts cannot export. WebKit clones such a key with the help of a document, and a
 * SharedWorker has none. Where there are no keys at all, the disk reports the reason.
 */
export async function canStoreKeys(crypto: Crypto | undefined): Promise<boolean> {
  if (!crypto?.subtle) return true
  const key = await createSealingKey(crypto)
  try {
    structuredClone(key)
    return true
  } catch {
    return false
  }
}
