import type { Row } from '@kube-informer/core'
import type { EncodedChunk } from './chunk-encoder.ts'
import type { ReadChunk } from './chunk-reader.ts'

/** What is known of a chunk on disk. */
export interface ChunkFacts {
  readonly number: number
  readonly bytes: number
  readonly checksum: number
  /** Keys of all rows that it holds, also of those that newer chunks have made obsolete. */
  readonly keys: readonly string[]
  readonly deletions: readonly string[]
  /** Bytes of the rows that still count. */
  readonly liveBytes: number
  /** Rows and deletions that still count: without any, the chunk may go. */
  readonly needed: number
}

type MutableFacts = { -readonly [Key in keyof ChunkFacts]: ChunkFacts[Key] }

/** What is known of a key. */
interface Place {
  /** Its newest row; undefined where its newest state is a deletion. */
  row: Row | undefined
  /** The chunk that holds the newest state. */
  chunk: MutableFacts
  size: number
  /** How many chunks hold a row of this key: a deletion is needed as long as there is one. */
  copies: number
}

/** Adds up to something that tells whether a chunk is missing, or one is there too many. */
export interface DirectorySums {
  readonly count: number
  readonly bytes: number
  readonly checksum: number
}

/**
 * What lies where on disk: the chunks of one collection, and which of them holds the newest state of each key. It follows
 * what has been committed, and nothing else.
 */
export class Directory {
  readonly #places = new Map<string, Place>()
  readonly #chunks = new Map<number, MutableFacts>()
  #liveBytes = 0

  get chunks(): Iterable<ChunkFacts> {
    return this.#chunks.values()
  }

  get liveBytes(): number {
    return this.#liveBytes
  }

  /** Every row, in no order. */
  rows(): Row[] {
    const rows: Row[] = []
    for (const { row } of this.#places.values()) if (row) rows.push(row)
    return rows
  }

  /** What of a chunk still counts. */
  neededOf(chunk: ChunkFacts): { rows: Row[]; deletions: string[] } {
    const rows: Row[] = []
    for (const key of chunk.keys) {
      const place = this.#places.get(key)
      if (place?.row && place.chunk === chunk) rows.push(place.row)
    }
    const deletions = chunk.deletions.filter(key => {
      const place = this.#places.get(key)
      return place !== undefined && !place.row && place.chunk === chunk
    })
    return { rows, deletions }
  }

  /** Bytes on disk of these keys' rows. */
  bytesOf(keys: Iterable<string>): number {
    let bytes = 0
    for (const key of keys) {
      const place = this.#places.get(key)
      if (place?.row) bytes += place.size
    }
    return bytes
  }

  /** The sums as they are, or as they will be once these chunks have come and gone. */
  sums(added: readonly EncodedChunk[] = [], removed: readonly ChunkFacts[] = []): DirectorySums {
    let [count, bytes, checksum] = [0, 0, 0]
    const add = (chunk: { readonly checksum: number }, length: number, sign: 1 | -1) => {
      count += sign
      bytes += sign * length
      checksum = (checksum + sign * chunk.checksum) >>> 0
    }
    for (const chunk of this.#chunks.values()) add(chunk, chunk.bytes, 1)
    for (const chunk of added) add(chunk, chunk.bytes.byteLength, 1)
    for (const chunk of removed) add(chunk, chunk.bytes, -1)
    return { count, bytes, checksum }
  }

  /** These chunks were written and those deleted, in one transaction. */
  committed(added: readonly EncodedChunk[], removed: readonly ChunkFacts[] = []): void {
    for (const chunk of added) this.#add(chunk)
    for (const chunk of removed) this.#remove(chunk)
  }

  /** A chunk was found on disk. To be told from the newest to the oldest, and then {@link foundAll}. */
  found(read: ReadChunk): void {
    const chunk = this.#factsOf(read, read.bytes)
    for (const [i, key] of read.keys.entries()) {
      const newer = this.#places.get(key)
      if (newer) {
        newer.copies++
        continue
      }
      const size = read.sizes[i] ?? 0
      this.#places.set(key, { row: read.row(i), chunk, size, copies: 1 })
      this.#count(chunk, size)
    }
    for (const key of read.deletions) {
      if (this.#places.has(key)) continue
      this.#places.set(key, { row: undefined, chunk, size: 0, copies: 0 })
      chunk.needed++
    }
  }

  /** Deletions of what no chunk holds are needed no more. */
  foundAll(): void {
    for (const [key, place] of this.#places) if (!place.row && place.copies === 0) this.#forget(key, place)
  }

  #add(encoded: EncodedChunk): void {
    const { rows, deletions, sizes, bytes } = encoded
    const keys = rows.map(row => row.key)
    const chunk = this.#factsOf({ ...encoded, keys }, bytes.byteLength)
    for (const [i, row] of rows.entries()) {
      const size = sizes[i] ?? 0
      const before = this.#places.get(row.key)
      if (before) this.#discount(before)
      this.#places.set(row.key, { row, chunk, size, copies: (before?.copies ?? 0) + 1 })
      this.#count(chunk, size)
    }
    for (const key of deletions) {
      const before = this.#places.get(key)
      if (!before) continue
      this.#discount(before)
      this.#places.set(key, { row: undefined, chunk, size: 0, copies: before.copies })
      chunk.needed++
    }
  }

  #remove({ number }: ChunkFacts): void {
    const chunk = this.#chunks.get(number)
    if (!chunk) return
    this.#chunks.delete(number)
    for (const key of chunk.keys) {
      const place = this.#places.get(key)
      if (!place) continue
      place.copies--
      if (!place.row && place.copies === 0) this.#forget(key, place)
    }
  }

  #factsOf(
    chunk: Pick<ReadChunk, 'number' | 'checksum' | 'keys' | 'deletions'>,
    bytes: number,
  ): MutableFacts {
    const { number, checksum, keys, deletions } = chunk
    const facts = { number, checksum, keys, deletions, bytes, liveBytes: 0, needed: 0 }
    this.#chunks.set(number, facts)
    return facts
  }

  #count(chunk: MutableFacts, size: number): void {
    chunk.needed++
    chunk.liveBytes += size
    this.#liveBytes += size
  }

  #discount({ chunk, size }: Place): void {
    chunk.needed--
    chunk.liveBytes -= size
    this.#liveBytes -= size
  }

  #forget(key: string, { chunk }: Place): void {
    chunk.needed--
    this.#places.delete(key)
  }
}
