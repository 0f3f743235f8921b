import { encodeBase64 } from '@kube-informer/core/base64'
import { assertStorable } from './can-store-keys.ts'
import { commitRequests } from './collection-file.ts'
import type { DiskDatabase } from './disk-database.ts'
import { readRecord } from './read-record.ts'
import { subtleOf } from './subtle-of.ts'

/** What the database holds in place of a text that describes its content: a server, a user, a resource, a slice. */
export interface StoredNames {
  /** Texts of different contexts have different names. @throws {DiskError} if there can be no names */
  of(texts: readonly string[], context?: string): Promise<string[]>
  /** The names under which data may exist: none before the first call of `of` in any host. */
  existing(texts: readonly string[]): Promise<string[]>
}

/** Each text is its own name. */
export const plainNames: StoredNames = {
  of: async texts => [...texts],
  existing: async texts => [...texts],
}

export interface DigestedNamesOptions {
  readonly database: DiskDatabase
  readonly crypto: Crypto | undefined
}

const KEY = 'names'
const ALGORITHM: HmacKeyGenParams = { name: 'HMAC', hash: 'SHA-256' }

/**
 * Names are digests: HMAC-SHA-256 with a key of the database, which scripts cannot export. The key is read at each use,
 * because another tab may have deleted the database with the key.
 */
export class DigestedNames implements StoredNames {
  readonly #database: DiskDatabase
  readonly #crypto: Crypto | undefined

  constructor({ database, crypto }: DigestedNamesOptions) {
    this.#database = database
    this.#crypto = crypto
  }

  async of(texts: readonly string[], context = ''): Promise<string[]> {
    const subtle = subtleOf(this.#crypto)
    const key = (await this.#find()) ?? (await this.#create(subtle))
    return digestsOf(subtle, key, texts, context)
  }

  async existing(texts: readonly string[]): Promise<string[]> {
    const key = this.#crypto?.subtle && (await this.#find())
    return key ? digestsOf(subtleOf(this.#crypto), key, texts, '') : []
  }

  #find(): Promise<CryptoKey | undefined> {
    return this.#database.use(open => readRecord(open, 'keys', KEY))
  }

  async #create(subtle: SubtleCrypto): Promise<CryptoKey> {
    const created = await subtle.generateKey(ALGORITHM, false, ['sign'])
    assertStorable(created)
    return this.#database.use(async open => {
      const transaction = open.transaction('keys', 'readwrite')
      transaction.done.catch(() => {})
      // Another tab may have created one meanwhile.
      const key = (await transaction.store.get(KEY)) ?? created
      await commitRequests(transaction, () => [transaction.store.put(key, KEY)])
      return key
    })
  }
}

function digestsOf(
  subtle: SubtleCrypto,
  key: CryptoKey,
  texts: readonly string[],
  context: string,
): Promise<string[]> {
  const encoder = new TextEncoder()
  return Promise.all(
    texts.map(async text => {
      const digest = await subtle.sign(ALGORITHM.name, key, encoder.encode(JSON.stringify([context, text])))
      return encodeBase64(new Uint8Array(digest))
    }),
  )
}
