import type { ChunkAddress } from './chunk-format.ts'
import { DamagedError } from './disk-error.ts'
import { subtleOf } from './subtle-of.ts'

/** A chunk as it is stored in the database. */
export type Payload = Blob | Uint8Array<ArrayBuffer>

/** Converts between the bytes of a chunk and its payload. */
export interface PayloadForm {
  /** Copies the bytes: the caller may overwrite them after this returns. */
  wrap(bytes: Uint8Array<ArrayBuffer>, address: ChunkAddress): Payload | Promise<Payload>
  /** @throws {DamagedError} */
  unwrap(payload: unknown, address: ChunkAddress): Promise<Uint8Array<ArrayBuffer>>
}

/** Browsers store large values in files outside the database. Reading them as a Blob is 1.5 times as fast. */
const BLOB_BYTES = 64 * 1024
const IV_BYTES = 12

const asPayload = (bytes: Uint8Array<ArrayBuffer>): Payload =>
  bytes.byteLength < BLOB_BYTES ? bytes.slice() : new Blob([bytes])

async function asBytes(payload: unknown): Promise<Uint8Array<ArrayBuffer>> {
  if (payload instanceof Blob) return new Uint8Array(await payload.arrayBuffer())
  // Copy: the view may not be aligned, and words are read from its start.
  if (payload instanceof Uint8Array) return new Uint8Array(payload)
  throw new DamagedError('a record has an unknown format')
}

/** Stores chunks unencrypted. */
export const plainForm: PayloadForm = {
  wrap: bytes => asPayload(bytes),
  unwrap: payload => asBytes(payload),
}

/**
 * Stores chunks encrypted with AES-GCM: a random initialization vector, then the ciphertext. The chunk's address is
 * additional authenticated data, so a chunk stored at another address fails to decrypt.
 */
export function sealedForm(crypto: Crypto, key: CryptoKey): PayloadForm {
  return {
    async wrap(bytes, address) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
      const sealed = await crypto.subtle.encrypt(cipher(iv, address), key, bytes)
      const payload = new Uint8Array(IV_BYTES + sealed.byteLength)
      payload.set(iv)
      payload.set(new Uint8Array(sealed), IV_BYTES)
      return asPayload(payload)
    },
    async unwrap(payload, address) {
      const bytes = await asBytes(payload)
      const sealed = bytes.subarray(IV_BYTES)
      try {
        return new Uint8Array(
          await crypto.subtle.decrypt(cipher(bytes.slice(0, IV_BYTES), address), key, sealed),
        )
      } catch (cause) {
        throw new DamagedError('a record cannot be decrypted', { cause })
      }
    },
  }
}

/** Generates a non-extractable key. @throws {DiskError} outside of a secure context */
export async function createSealingKey(crypto: Crypto | undefined): Promise<CryptoKey> {
  return subtleOf(crypto).generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

const cipher = (iv: Uint8Array<ArrayBuffer>, { collection, number }: ChunkAddress): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`${collection}/${number}`),
})
