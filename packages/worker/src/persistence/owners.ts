import type { Random } from '@kube-informer/core'
import { randomToken } from '@kube-informer/core/internal'
import { createSealingKey } from './chunk-payload.ts'
import { commitRequests } from './collection-file.ts'
import type { DiskDatabase } from './disk-database.ts'
import type { OwnerRecord } from './disk-schema.ts'
import type { DiskOwner } from './snapshot-disk.ts'

/** Options of {@link Owners}. */
export interface OwnersOptions {
  readonly database: DiskDatabase
  readonly crypto: Crypto | undefined
  readonly random: Random
  /** Whether each owner has an encryption key. */
  readonly encrypt: boolean
}

/** The key of an owner in the database. */
export const ownerId = ({ server, identity }: DiskOwner): string => JSON.stringify([server, identity])

/**
 * An owner between its first use and its erasure. Stores of an ended generation can no longer write: in this tab because of
 * the flag, in other tabs because the owner's record was deleted or has a new incarnation.
 */
export class OwnerGeneration {
  readonly id: string
  readonly #options: OwnersOptions
  #record: Promise<OwnerRecord> | undefined
  #isOver = false

  constructor(id: string, options: OwnersOptions) {
    this.id = id
    this.#options = options
  }

  get isOver(): boolean {
    return this.#isOver
  }

  end(): void {
    this.#isOver = true
  }

  /** The owner's record; created if missing. It is read once, because a later record belongs to another generation. */
  record(): Promise<OwnerRecord> {
    this.#record ??= this.#find()
    const record = this.#record
    record.catch(() => {
      // Retry at the next call.
      if (this.#record === record) this.#record = undefined
    })
    return record
  }

  async #find(): Promise<OwnerRecord> {
    const { database, crypto, encrypt } = this.#options
    const found = await database.use(open => open.get('owners', this.id))
    if (found && (found.key || !encrypt)) return found
    const key = encrypt ? await createSealingKey(crypto) : undefined
    return this.#make(key)
  }

  #make(key: CryptoKey | undefined): Promise<OwnerRecord> {
    const { database, crypto, random } = this.#options
    return database.use(async open => {
      const transaction = open.transaction('owners', 'readwrite')
      transaction.done.catch(() => {})
      const found = await transaction.store.get(this.id)
      const incarnation = found?.incarnation ?? randomToken(crypto, random)
      const sealing = found?.key ?? key
      const record = { id: this.id, incarnation, ...(sealing ? { key: sealing } : {}) }
      await commitRequests(transaction, () => [transaction.store.put(record)])
      return record
    })
  }
}

/** The owners that this host has used. */
export class Owners {
  readonly #options: OwnersOptions
  readonly #generations = new Map<string, OwnerGeneration>()

  constructor(options: OwnersOptions) {
    this.#options = options
  }

  /** The current generation of an owner. */
  generation(owner: DiskOwner): OwnerGeneration {
    const id = ownerId(owner)
    const generation = this.#generations.get(id) ?? new OwnerGeneration(id, this.#options)
    this.#generations.set(id, generation)
    return generation
  }

  /** Whether this host uses an owner. */
  has(id: string): boolean {
    return this.#generations.has(id)
  }

  /** Ends the current generation. Later calls of {@link generation} begin a new one. */
  end(owner: DiskOwner): void {
    const id = ownerId(owner)
    this.#generations.get(id)?.end()
    this.#generations.delete(id)
  }
}
