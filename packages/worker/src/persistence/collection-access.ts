import { randomToken } from '@kube-informer/core/internal'
import { type PayloadForm, plainForm, sealedForm } from './chunk-payload.ts'
import {
  type CollectionFacts,
  type CommitResult,
  claimCollection,
  readCollection,
  removeCollection,
} from './collection-file.ts'
import type { CollectionNames } from './collection-names.ts'
import { readDirectory } from './collection-reader.ts'
import { CollectionWriter } from './collection-writer.ts'
import type { Directory } from './directory.ts'
import type { DiskContext } from './disk-context.ts'
import { DiskError } from './disk-error.ts'
import type { HeadRecord, OwnerRecord } from './disk-schema.ts'
import { isExpired } from './expiry.ts'
import type { OwnerGeneration } from './owners.ts'

/** A collection that was read, and a writer that appends to it. */
export interface ReadCollection {
  readonly collection: CollectionWriter
  readonly directory: Directory
}

/** Without locks, a collection can be claimed from a writer that has not written for this long. */
const ABANDONED_MS = 10 * 60_000

/** Reads a collection for one store, and makes the store its writer. */
export class CollectionAccess {
  readonly #context: DiskContext
  readonly #names: CollectionNames
  readonly #generation: OwnerGeneration
  /** Identifies this store in the heads that it writes. */
  readonly #writer: string
  #wasPreempted = false

  constructor(context: DiskContext, names: CollectionNames, generation: OwnerGeneration) {
    this.#context = context
    this.#names = names
    this.#generation = generation
    this.#writer = randomToken(context.crypto, context.random)
  }

  /** The names under which the collection is stored. @throws {DiskError} when encryption is required and not available */
  async facts(): Promise<CollectionFacts> {
    const { names, encrypt: encrypted } = this.#context
    const { id, owner, type } = this.#names
    const [storedId = '', storedOwner = '', storedType = ''] = await names.of([id, owner, type])
    return { id: storedId, owner: storedOwner, type: storedType, encrypted }
  }

  /** The stored name of a slice of the collection. Its key has the texts that a user searched for, and names of objects. */
  async sliceName(key: string): Promise<string> {
    const [name = ''] = await this.#context.names.of([key], this.#names.id)
    return name
  }

  /** Reads the collection unless it has expired. The returned writer begins no transaction after the signal aborts. */
  async read(signal: AbortSignal): Promise<ReadCollection | 'nothing'> {
    const { database, clock, maxAgeMs } = this.#context
    const [owner, found] = await Promise.all([
      this.#generation.record(),
      this.facts().then(facts => readCollection(database, facts)),
    ])
    if (!found || isExpired(found.head.savedAt, clock.now(), maxAgeMs)) return 'nothing'
    const directory = await readDirectory(found, this.formFor(owner))
    return { directory, collection: this.#writerOn(found.head, owner, signal, directory) }
  }

  /** Becomes the writer of the collection. The next save must be a full replacement. */
  async claim(signal: AbortSignal): Promise<CollectionWriter | Exclude<CommitResult, 'done'>> {
    const { database, clock } = this.#context
    const [owner, facts] = await Promise.all([this.#generation.record(), this.facts()])
    const now = clock.now()
    const claimable = (head: HeadRecord) => this.#mayClaim(head, now)
    const { incarnation } = owner
    const claim = { incarnation, writer: this.#writer, now, claimable }
    const head = await claimCollection(database, facts, claim)
    return typeof head === 'string' ? head : this.#writerOn(head, owner, signal)
  }

  /** Deletes the collection; resolves with its number, or with undefined if there is none. */
  async erase(): Promise<number | undefined> {
    return removeCollection(this.#context.database, (await this.facts()).id)
  }

  /** Another store has written. Without locks, the collection is left to that store. */
  preempted(): void {
    this.#wasPreempted = this.#context.locks === undefined
  }

  /** Whether a head was written by this store. */
  isOwn(head: HeadRecord): boolean {
    return head.writer === this.#writer
  }

  /** The payload form of an owner's chunks. @throws {DiskError} when encryption is required and not available */
  formFor({ key }: OwnerRecord): PayloadForm {
    const { encrypt, crypto } = this.#context
    if (!encrypt) return plainForm
    if (!crypto || !key) throw new DiskError('there is no encryption key')
    return sealedForm(crypto, key)
  }

  /** A lock holder may always claim. Without locks, a preempted store waits until the other writer has stopped. */
  #mayClaim(head: HeadRecord, now: number): boolean {
    return !this.#wasPreempted || this.isOwn(head) || now - head.savedAt > ABANDONED_MS
  }

  #writerOn(
    head: HeadRecord,
    owner: OwnerRecord,
    signal: AbortSignal,
    directory?: Directory,
  ): CollectionWriter {
    const { database, encoder, blobs, clock } = this.#context
    const identity = { owner: owner.id, incarnation: owner.incarnation, writer: this.#writer }
    const form = this.formFor(owner)
    return new CollectionWriter({
      database,
      encoder,
      blobs,
      clock,
      form,
      head,
      directory,
      signal,
      ...identity,
    })
  }
}
