import type { Random } from '@kube-informer/core'
import { createSealingKey } from './chunk-payload.ts'
import { carryOut } from './collection-file.ts'
import type { DiskDatabase } from './disk-database.ts'
import type { OwnerRecord } from './disk-schema.ts'
import type { DiskOwner } from './snapshot-disk.ts'
import { drawToken } from './token.ts'

/** What {@link Owners} takes. */
export interface OwnersOptions {
  readonly database: DiskDatabase
  readonly crypto: Crypto | undefined
  readonly random: Random
  /** Whether owners get a key. */
  readonly encrypt: boolean
}

/** The key of an owner in the database. */
export const ownerId = ({ server, identity }: DiskOwner): string => JSON.stringify([server, identity])

/**
 * An owner from when it was first heard of until it is erased: whoever began in an generation that is over keeps nothing any more,
 * in this tab by the flag, in any other because the record has another incarnation by then, or is gone.
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

  /** The owner's record, made if there is none. It is read once: what it says later is another generation. */
  record(): Promise<OwnerRecord> {
    this.#record ??= this.#find()
    const record = this.#record
    record.catch(() => {
      // A disk that fails now may work later.
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
      const incarnation = found?.incarnation ?? drawToken(crypto, random)
      const sealing = found?.key ?? key
      const record = { id: this.id, incarnation, ...(sealing ? { key: sealing } : {}) }
      await carryOut(transaction, () => [transaction.store.put(record)])
      return record
    })
  }
}

/** The owners that this host has to do with. */
export class Owners {
  readonly #options: OwnersOptions
  readonly #generations = new Map<string, OwnerGeneration>()

  constructor(options: OwnersOptions) {
    this.#options = options
  }

  /** The generation that is on. */
  generation(owner: DiskOwner): OwnerGeneration {
    const id = ownerId(owner)
    const generation = this.#generations.get(id) ?? new OwnerGeneration(id, this.#options)
    this.#generations.set(id, generation)
    return generation
  }

  /** Whether an generation is on. */
  has(id: string): boolean {
    return this.#generations.has(id)
  }

  /** Ends the generation: what is asked for from here on belongs to the next one. */
  end(owner: DiskOwner): void {
    const id = ownerId(owner)
    this.#generations.get(id)?.end()
    this.#generations.delete(id)
  }
}
