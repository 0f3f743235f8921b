import type { Clock, Random } from '@kube-informer/core'
import { randomToken } from '@kube-informer/core/internal'
import { createSealingKey } from './chunk-payload.ts'
import { commitRequests } from './collection-file.ts'
import { ownerId } from './collection-names.ts'
import type { DiskDatabase } from './disk-database.ts'
import type { OwnerRecord } from './disk-schema.ts'
import { readRecord } from './read-record.ts'
import type { DiskOwner } from './snapshot-disk.ts'
import type { StoredNames } from './stored-names.ts'

export interface OwnersOptions {
  readonly database: DiskDatabase
  readonly names: StoredNames
  readonly clock: Clock
  readonly crypto: Crypto | undefined
  readonly random: Random
  /** Whether each owner has an encryption key. */
  readonly encrypt: boolean
}

/**
 * An owner between its first use and its erasure. Stores of an ended generation can no longer write: in this tab because of
 * the flag, in other tabs because the owner's record was deleted or has a new incarnation.
 */
export class OwnerGeneration {
  readonly #text: string
  readonly #options: OwnersOptions
  /** The key of the record; undefined before it is first needed. */
  #id: string | undefined
  #record: Promise<OwnerRecord> | undefined
  #isOver = false

  constructor(text: string, options: OwnersOptions) {
    this.#text = text
    this.#options = options
  }

  /** The stored name of the owner; undefined before {@link record} was called. */
  get id(): string | undefined {
    return this.#id
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
    const { database, names, crypto, encrypt } = this.#options
    const [id = ''] = await names.of([this.#text])
    // Before the record is read, so that housekeeping does not delete it in between.
    this.#id = id
    const found = await database.use(open => readRecord(open, 'owners', id))
    if (found) return found
    const key = encrypt ? await createSealingKey(crypto) : undefined
    return this.#make(id, key)
  }

  #make(id: string, key: CryptoKey | undefined): Promise<OwnerRecord> {
    const { database, clock, crypto, random } = this.#options
    return database.use(async open => {
      const transaction = open.transaction('owners', 'readwrite')
      transaction.done.catch(() => {})
      const found = await transaction.store.get(id)
      if (found) return found
      const incarnation = randomToken(crypto, random)
      const record = { id, incarnation, createdAt: clock.now(), ...(key && { key }) }
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
    const text = ownerId(owner)
    const generation = this.#generations.get(text) ?? new OwnerGeneration(text, this.#options)
    this.#generations.set(text, generation)
    return generation
  }

  /** The stored name of an owner; undefined if this host has not used it. */
  storedName(owner: DiskOwner): string | undefined {
    return this.#generations.get(ownerId(owner))?.id
  }

  /** Whether this host uses the owner with this stored name. */
  has(id: string): boolean {
    return [...this.#generations.values()].some(generation => generation.id === id)
  }

  /** Ends the current generation. Later calls of {@link generation} begin a new one. */
  end(owner: DiskOwner): void {
    const text = ownerId(owner)
    this.#generations.get(text)?.end()
    this.#generations.delete(text)
  }
}
