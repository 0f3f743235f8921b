import { type PayloadForm, plainForm, sealedForm } from './chunk-payload.ts'
import {
  type CollectionFacts,
  claimCollection,
  readCollection,
  type CommitResult,
} from './collection-file.ts'
import { readDirectory } from './collection-reader.ts'
import { CollectionWriter } from './collection-writer.ts'
import type { Directory } from './directory.ts'
import type { DiskContext } from './disk-context.ts'
import { DiskError } from './disk-error.ts'
import type { HeadRecord, OwnerRecord } from './disk-schema.ts'
import type { OwnerGeneration } from './owners.ts'
import { drawToken } from './token.ts'

/** A collection that was read, and can be gone on with. */
export interface ReadCollection {
  readonly collection: CollectionWriter
  readonly directory: Directory
}

/** Without locks: a collection that its writer has not touched for so long is anybody's. */
const ABANDONED_MS = 10 * 60_000

/** How one store gets at its collection: reads what is there, and becomes its writer. */
export class CollectionAccess {
  readonly #context: DiskContext
  readonly #facts: CollectionFacts
  readonly #generation: OwnerGeneration
  /** What this store signs heads with. */
  readonly #writer: string
  #wasDeposed = false

  constructor(context: DiskContext, facts: CollectionFacts, generation: OwnerGeneration) {
    this.#context = context
    this.#facts = facts
    this.#generation = generation
    this.#writer = drawToken(context.crypto, context.random)
  }

  /** What is kept, unless it is too old; no transaction of its writer begins once the signal has aborted. */
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

  /** Becomes the writer of the collection, whatever is there; its next change has to be a whole one. */
  async claim(signal: AbortSignal): Promise<CollectionWriter | Exclude<CommitResult, 'done'>> {
    const { database, clock } = this.#context
    const owner = await this.#generation.record()
    const now = clock.now()
    const claimable = (head: HeadRecord) => this.#mayClaim(head, now)
    const { incarnation } = owner
    const by = { incarnation, writer: this.#writer, now, claimable }
    const head = await claimCollection(database, this.#facts, by)
    return typeof head === 'string' ? head : this.#writerOn(head, owner, signal)
  }

  /** Somebody else has written: where no lock says who may, the collection is left to them. */
  deposed(): void {
    this.#wasDeposed = this.#context.locks === undefined
  }

  /** Whether a head was written by this store. */
  isOurs(head: HeadRecord): boolean {
    return head.writer === this.#writer
  }

  /** How chunks are kept. @throws {DiskError} when they are to be encrypted, and cannot be */
  formFor({ key }: OwnerRecord): PayloadForm {
    const { encrypt, crypto } = this.#context
    if (!encrypt) return plainForm
    if (!crypto || !key) throw new DiskError('there is no key to encrypt with')
    return sealedForm(crypto, key)
  }

  /** Who has the lock may; without locks whoever comes last, and not again until the other one has left. */
  #mayClaim(head: HeadRecord, now: number): boolean {
    return !this.#wasDeposed || this.isOurs(head) || now - head.savedAt > ABANDONED_MS
  }

  #writerOn(
    head: HeadRecord,
    owner: OwnerRecord,
    signal: AbortSignal,
    directory?: Directory,
  ): CollectionWriter {
    const { database, encoder, clock } = this.#context
    const who = { owner: owner.id, incarnation: owner.incarnation, writer: this.#writer }
    const form = this.formFor(owner)
    return new CollectionWriter({ database, encoder, clock, form, head, directory, signal, ...who })
  }
}
