import { encodeBase64 } from '@kube-informer/core/base64'

const BYTES = 8

/**
 * What discovery has for the version in which the objects of a kind are stored (apiserver's `discovery.StorageVersionHash`).
 *
 * @param storedAs `group/version/Kind`
 */
export async function storageVersionHash(storedAs: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(storedAs))
  return encodeBase64(new Uint8Array(digest, 0, BYTES))
}
