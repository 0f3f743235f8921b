import type { Clock, Row } from '@kube-informer/core'
import type { BlobFallback } from './blob-fallback.ts'
import type { ChunkEncoder, EncodedChunk } from './chunk-encoder.ts'
import type { ChunkContent } from './chunk-format.ts'
import type { Payload, PayloadForm } from './chunk-payload.ts'
import { type CommitResult, type Guard, type Write, writeCollection } from './collection-file.ts'
import { chooseChunks } from './compaction.ts'
import { type ChunkFacts, Directory } from './directory.ts'
import type { DiskDatabase } from './disk-database.ts'
import type { HeadRecord } from './disk-schema.ts'
import { splitContent } from './split-content.ts'
import { WriteBudget } from './write-budget.ts'

export interface CollectionWriterOptions {
  readonly database: DiskDatabase
  readonly encoder: ChunkEncoder
  readonly blobs: BlobFallback
  readonly form: PayloadForm
  readonly clock: Clock
  readonly owner: string
  readonly incarnation: string
  /** Identifies the writer in the heads that it writes. */
  readonly writer: string
  /** The head that was read or claimed. */
  readonly head: HeadRecord
  /** The chunks on disk that the head covers. @default none */
  readonly directory?: Directory | undefined
  /** No transaction begins after this aborts. */
  readonly signal: AbortSignal
}

/** The approximate size of one transaction, so that it does not block other readers and writers for long. */
const TRANSACTION_BYTES = 4 * 1024 * 1024
/** The approximate size of a head on disk. */
const HEAD_BYTES = 200

interface Prepared {
  readonly chunks: readonly EncodedChunk[]
  readonly put: readonly (readonly [number, Payload])[]
}

/**
 * Writes one collection until another writer claims it: each transaction checks that the head on disk is the one that this
 * writer wrote last. Methods must not be called concurrently.
 */
export class CollectionWriter {
  readonly #options: CollectionWriterOptions
  readonly #budget = new WriteBudget()
  #head: HeadRecord
  #directory: Directory
  /** Whether chunks of an unfinished replacement may exist past the head. */
  #mustSweep: boolean

  constructor(options: CollectionWriterOptions) {
    this.#options = options
    this.#head = options.head
    this.#directory = options.directory ?? new Directory()
    this.#mustSweep = options.directory !== undefined
  }

  get head(): HeadRecord {
    return this.#head
  }

  /**
   * Writes a whole collection after the existing one, in several transactions. The last transaction writes the head that
   * covers the new chunks, and deletes the old chunks. Until then the old collection stays valid.
   */
  async replace(rows: readonly Row[], resourceVersion: string): Promise<CommitResult> {
    const first = this.#head.end
    try {
      return await this.#replace(rows, resourceVersion, first)
    } catch (error) {
      // Free the space of the unfinished replacement.
      await this.#write({ put: [], removeFrom: first }).catch(() => {})
      throw error
    }
  }

  async #replace(rows: readonly Row[], resourceVersion: string, first: number): Promise<CommitResult> {
    const directory = new Directory()
    let end = first
    let put: (readonly [number, Payload])[] = []
    let bytes = 0
    for (const content of splitContent(rows)) {
      // Yield between chunks, so that other tasks of the worker can run.
      if (end > first) await this.#options.clock.yieldToHost()
      if (bytes >= TRANSACTION_BYTES) {
        const result = await this.#write({ put })
        if (result !== 'done') return result
        ;[put, bytes] = [[], 0]
      }
      const prepared = await this.#prepare([content], end++)
      directory.committed(prepared.chunks)
      put.push(...prepared.put)
      bytes += bytesOf(prepared.chunks)
    }
    const head = this.#nextHead({ ...directory.sums(), end, resourceVersion })
    const result = await this.#write({ put, head, removeBelow: first })
    if (result === 'done') this.#directory = directory
    return result
  }

  /** Appends the changed rows and deletions. */
  async append(
    upserts: ReadonlyMap<string, Row>,
    deletions: readonly string[],
    resourceVersion: string,
  ): Promise<CommitResult> {
    const gone = this.#directory.bytesOf(deletions)
    const obsolete = [...this.#directory.chunks].filter(chunk => chunk.needed === 0)
    const contents = [...splitContent(upserts.values(), deletions)]
    const prepared = await this.#prepare(contents, this.#head.end)
    const result = await this.#change(prepared, obsolete, {
      resourceVersion,
      savedAt: this.#options.clock.now(),
    })
    if (result !== 'done') return result
    this.#budget.changed(bytesOf(prepared.chunks) + gone)
    return result
  }

  /** Whether compaction is due, and the write budget allows it. */
  get isCompactionDue(): boolean {
    return this.#chosen() !== undefined
  }

  /** Runs one compaction step: appends the live rows of some chunks, and deletes these chunks. */
  async compact(): Promise<CommitResult> {
    const chosen = this.#chosen()
    if (!chosen) return 'done'
    const rows: Row[] = []
    const deletions: string[] = []
    for (const chunk of chosen) {
      const needed = this.#directory.neededOf(chunk)
      rows.push(...needed.rows)
      deletions.push(...needed.deletions)
    }
    const contents = [...splitContent(rows, deletions)]
    const { resourceVersion, savedAt } = this.#head
    return this.#change(await this.#prepare(contents, this.#head.end), chosen, { resourceVersion, savedAt })
  }

  #chosen(): readonly ChunkFacts[] | undefined {
    const chosen = chooseChunks(this.#directory.chunks)
    const bytes = chosen.reduce((sum, chunk) => sum + chunk.liveBytes, HEAD_BYTES)
    return chosen.length > 0 && this.#budget.allows(bytes) ? chosen : undefined
  }

  async #change(
    { chunks, put }: Prepared,
    removed: readonly ChunkFacts[],
    covered: Pick<HeadRecord, 'resourceVersion' | 'savedAt'>,
  ): Promise<CommitResult> {
    const end = this.#head.end + chunks.length
    const head = {
      ...this.#nextHead({ ...this.#directory.sums(chunks, removed), end, ...covered }),
      ...covered,
    }
    const removeFrom = this.#mustSweep ? this.#head.end : undefined
    const result = await this.#write({ put, head, removeFrom, remove: removed.map(chunk => chunk.number) })
    if (result !== 'done') return result
    this.#mustSweep = false
    this.#directory.committed(chunks, removed)
    this.#budget.written(bytesOf(chunks) + HEAD_BYTES)
    return result
  }

  #nextHead(
    covered: Pick<HeadRecord, 'resourceVersion' | 'end' | 'count' | 'bytes' | 'checksum'>,
  ): HeadRecord {
    const { writer, clock } = this.#options
    const { number, sequence } = this.#head
    return { number, writer, sequence: sequence + 1, savedAt: clock.now(), ...covered }
  }

  /** Encodes before the transaction begins: encryption is asynchronous, and an idle transaction would commit early. */
  async #prepare(contents: readonly ChunkContent[], first: number): Promise<Prepared> {
    const { encoder, form } = this.#options
    const collection = this.#head.number
    const chunks: EncodedChunk[] = []
    const put: (readonly [number, Payload])[] = []
    for (const [i, content] of contents.entries()) {
      const address = { collection, number: first + i }
      const chunk = encoder.encode(content, address)
      chunks.push(chunk)
      put.push([address.number, await form.wrap(chunk.bytes, address)])
    }
    return { chunks, put }
  }

  async #write(write: Write): Promise<CommitResult> {
    const { database, blobs, owner, incarnation, signal } = this.#options
    signal.throwIfAborted()
    const guard: Guard = { owner, incarnation, head: this.#head }
    const result = await blobs.write(write, allowed => writeCollection(database, guard, allowed))
    if (result === 'done' && write.head) this.#head = write.head
    return result
  }
}

const bytesOf = (chunks: readonly EncodedChunk[]): number =>
  chunks.reduce((sum, chunk) => sum + chunk.bytes.byteLength, 0)
