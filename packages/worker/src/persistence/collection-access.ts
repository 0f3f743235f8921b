import { randomToken } from '@kube-informer/core/internal'
import { type PayloadForm, plainForm, sealedForm } from './chunk-payload.ts'
import {
  type CollectionFacts,
  type CommitResult,
  claimCollection,
  readCollection,
} from './collection-file.ts'
import { readDirectory } from './collection-reader.ts'
import { CollectionWriter } from './collection-writer.ts'
import type { Directory } from './directory.ts'
import type { DiskContext } from './disk-context.ts'
import { DiskError } from './disk-error.ts'
import type { HeadRecord, OwnerRecord } from './disk-schema.ts'
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
  readonly #facts: CollectionFacts
  readonly #generation: OwnerGeneration
  /** Identifies this store in the heads that it writes. */
  readonly #writer: string
  #wasPreempted = false

  constructor(context: DiskContext, facts: CollectionFacts, generation: OwnerGeneration) {
    this.#context = context
    this.#facts = facts
    this.#generation = generation
    this.#writer = randomToken(context.crypto, context.random)
  }

  /** Reads the collection unless it has expired. The returned writer begins no transaction after the signal aborts. */
  async read(signal: AbortSignal): Promise<ReadCollection | 'nothing'> {
    const { database, clock, maxAgeMs } = this.#context
    const [owner, found] = await Promise.all([
      this.#generation.record(),
      readCollection(database, this.#facts),
    ])
    if (!found || clock.now() - found.head.savedAt > maxAgeMs) return 'nothing'
    const directory = await readDirectory(found, this.formFor(owner))
    return { directory, collection: this.#writerOn(found.head, owner, signal, directory) }
  }

  /** Becomes the writer of the collection. The next save must be a full replacement. */
  async claim(signal: AbortSignal): Promise<CollectionWriter | Exclude<CommitResult, 'done'>> {
    const { database, clock } = this.#context
    const owner = await this.#generation.record()
    const now = clock.now()
    const claimable = (head: HeadRecord) => this.#mayClaim(head, now)
    const { incarnation } = owner
    const claim = { incarnation, writer: this.#writer, now, claimable }
    const head = await claimCollection(database, this.#facts, claim)
    return typeof head === 'string' ? head : this.#writerOn(head, owner, signal)
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
    const { database, encoder, clock } = this.#context
    const identity = { owner: owner.id, incarnation: owner.incarnation, writer: this.#writer }
    const form = this.formFor(owner)
    return new CollectionWriter({ database, encoder, clock, form, head, directory, signal, ...identity })
  }
}
