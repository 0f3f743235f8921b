import type { ChunkPlace } from './chunk-format.ts'
import { DamagedError, DiskError } from './disk-error.ts'

/** A chunk as the database keeps it. */
export type Payload = Blob | Uint8Array<ArrayBuffer>

/** What the database is given for a chunk, and the way back. */
export interface PayloadForm {
  /** The bytes may be written over as soon as this has returned. */
  wrap(bytes: Uint8Array<ArrayBuffer>, place: ChunkPlace): Payload | Promise<Payload>
  /** @throws {DamagedError} */
  unwrap(payload: unknown, place: ChunkPlace): Promise<Uint8Array<ArrayBuffer>>
}

/** Browsers keep a large value as a file beside the database. As a blob it is read from there half again as fast. */
const BLOB_BYTES = 64 * 1024
const IV_BYTES = 12

const asPayload = (bytes: Uint8Array<ArrayBuffer>): Payload =>
  bytes.byteLength < BLOB_BYTES ? bytes.slice() : new Blob([bytes])

async function asBytes(payload: unknown): Promise<Uint8Array<ArrayBuffer>> {
  if (payload instanceof Blob) return new Uint8Array(await payload.arrayBuffer())
  // A copy, unless it has its buffer to itself: words are read from its beginning.
  if (payload instanceof Uint8Array) return new Uint8Array(payload)
  throw new DamagedError('a record is none of ours')
}

/** As it is. */
export const plainForm: PayloadForm = {
  wrap: bytes => asPayload(bytes),
  unwrap: payload => asBytes(payload),
}

/**
 * Encrypted and authenticated by AES-GCM: an initial vector of its own, then the cipher text. The place of the chunk is
 * authenticated with it, so that no chunk passes for another one.
 */
export function sealedForm(crypto: Crypto, key: CryptoKey): PayloadForm {
  return {
    async wrap(bytes, place) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
      const sealed = await crypto.subtle.encrypt(cipher(iv, place), key, bytes)
      const payload = new Uint8Array(IV_BYTES + sealed.byteLength)
      payload.set(iv)
      payload.set(new Uint8Array(sealed), IV_BYTES)
      return asPayload(payload)
    },
    async unwrap(payload, place) {
      const bytes = await asBytes(payload)
      const sealed = bytes.subarray(IV_BYTES)
      try {
        return new Uint8Array(
          await crypto.subtle.decrypt(cipher(bytes.slice(0, IV_BYTES), place), key, sealed),
        )
      } catch (cause) {
        throw new DamagedError('a record cannot be decrypted', { cause })
      }
    },
  }
}

/** A key that can be used and not be read. @throws {DiskError} outside of a secure context */
export async function createSealingKey(crypto: Crypto | undefined): Promise<CryptoKey> {
  const subtle = crypto?.subtle
  if (!subtle)
    throw new DiskError('nothing can be encrypted here: WebCrypto needs a secure context (https, localhost)')
  return subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

const cipher = (iv: Uint8Array<ArrayBuffer>, { collection, number }: ChunkPlace): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`${collection}/${number}`),
})
