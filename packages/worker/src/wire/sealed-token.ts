/** A token that only the owner of a key can read. */
export interface SealedToken {
  /** The sender's public key, used once. */
  readonly key: ArrayBuffer
  readonly data: ArrayBuffer
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
/** A key encrypts one token, so its initialization vector may be constant. */
const CIPHER = { name: 'AES-GCM', length: 256, iv: new Uint8Array(12) } as const

/** Creates the keys of one end. The private key cannot be exported. */
export const createKeys = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(CURVE, false, ['deriveKey'])

/** The form of a public key in a message. */
export const exportKey = ({ publicKey }: CryptoKeyPair): Promise<ArrayBuffer> =>
  crypto.subtle.exportKey('raw', publicKey)

/** Encrypts a token for the owner of a public key. */
export async function sealToken(token: string, recipient: ArrayBuffer): Promise<SealedToken> {
  const keys = await createKeys()
  const secret = await sharedSecret(keys, recipient)
  const data = await crypto.subtle.encrypt(CIPHER, secret, new TextEncoder().encode(token))
  return { key: await exportKey(keys), data }
}

/** Decrypts a token. Rejects if it was encrypted for another key, or was changed. */
export async function openToken({ key, data }: SealedToken, keys: CryptoKeyPair): Promise<string> {
  return new TextDecoder().decode(await crypto.subtle.decrypt(CIPHER, await sharedSecret(keys, key), data))
}

async function sharedSecret({ privateKey }: CryptoKeyPair, other: ArrayBuffer): Promise<CryptoKey> {
  const { subtle } = crypto
  const key = await subtle.importKey('raw', other, CURVE, false, [])
  return subtle.deriveKey({ ...CURVE, public: key }, privateKey, CIPHER, false, ['encrypt', 'decrypt'])
}
