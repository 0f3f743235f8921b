import type { Row } from '@kube-informer/core'
import type { EncodedChunk } from './chunk-encoder.ts'
import type { ReadChunk } from './chunk-reader.ts'

/** The metadata of a chunk on disk. */
export interface ChunkFacts {
  readonly number: number
  readonly bytes: number
  readonly checksum: number
  /** The keys of all its rows, including rows that newer chunks have replaced. */
  readonly keys: readonly string[]
  readonly deletions: readonly string[]
  /** The bytes of rows that no newer chunk has replaced. */
  readonly liveBytes: number
  /** How many rows and deletions no newer chunk has replaced. At 0 the chunk can be deleted. */
  readonly needed: number
}

type MutableFacts = { -readonly [Key in keyof ChunkFacts]: ChunkFacts[Key] }

/** The location of a key's newest state. */
interface KeyLocation {
  /** The newest row; undefined if the newest state is a deletion. */
  row: Row | undefined
  /** The chunk that holds the newest state. */
  chunk: MutableFacts
  size: number
  /** How many chunks hold a row of this key. A deletion must be kept while there is one. */
  copies: number
}

/** Sums over all chunks, stored in the head to detect missing and surplus chunks. */
export interface DirectorySums {
  readonly count: number
  readonly bytes: number
  readonly checksum: number
}

/**
 * The in-memory directory of one collection on disk: its chunks, and which chunk holds the newest state of each key. Only
 * committed transactions change it.
 */
export class Directory {
  readonly #locations = new Map<string, KeyLocation>()
  readonly #chunks = new Map<number, MutableFacts>()
  #liveBytes = 0

  get chunks(): Iterable<ChunkFacts> {
    return this.#chunks.values()
  }

  get liveBytes(): number {
    return this.#liveBytes
  }

  /** Every current row, in no particular order. */
  rows(): Row[] {
    const rows: Row[] = []
    for (const { row } of this.#locations.values()) if (row) rows.push(row)
    return rows
  }

  /** The rows and deletions of a chunk that no newer chunk has replaced. */
  neededOf(chunk: ChunkFacts): { rows: Row[]; deletions: string[] } {
    const rows: Row[] = []
    for (const key of chunk.keys) {
      const location = this.#locations.get(key)
      if (location?.row && location.chunk === chunk) rows.push(location.row)
    }
    const deletions = chunk.deletions.filter(key => {
      const location = this.#locations.get(key)
      return location !== undefined && !location.row && location.chunk === chunk
    })
    return { rows, deletions }
  }

  /** The bytes on disk of the rows of these keys. */
  bytesOf(keys: Iterable<string>): number {
    let bytes = 0
    for (const key of keys) {
      const location = this.#locations.get(key)
      if (location?.row) bytes += location.size
    }
    return bytes
  }

  /** The current sums, or the sums after these chunks are added and removed. */
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

  /** Records a committed transaction: the chunks that it wrote and deleted. */
  committed(added: readonly EncodedChunk[], removed: readonly ChunkFacts[] = []): void {
    for (const chunk of added) this.#add(chunk)
    for (const chunk of removed) this.#remove(chunk)
  }

  /** Records a chunk that was read from disk. Call it from the newest to the oldest chunk, then call {@link foundAll}. */
  found(read: ReadChunk): void {
    const chunk = this.#factsOf(read, read.bytes)
    for (const [i, key] of read.keys.entries()) {
      const newer = this.#locations.get(key)
      if (newer) {
        newer.copies++
        continue
      }
      const size = read.sizes[i] as number
      this.#locations.set(key, { row: read.row(i), chunk, size, copies: 1 })
      this.#count(chunk, size)
    }
    for (const key of read.deletions) {
      if (this.#locations.has(key)) continue
      this.#locations.set(key, { row: undefined, chunk, size: 0, copies: 0 })
      chunk.needed++
    }
  }

  /** Drops deletions of keys that no chunk holds. */
  foundAll(): void {
    for (const [key, location] of this.#locations)
      if (!location.row && location.copies === 0) this.#forget(key, location)
  }

  #add(encoded: EncodedChunk): void {
    const { rows, deletions, sizes, bytes } = encoded
    const keys = rows.map(row => row.key)
    const chunk = this.#factsOf({ ...encoded, keys }, bytes.byteLength)
    for (const [i, row] of rows.entries()) {
      const size = sizes[i] as number
      const before = this.#locations.get(row.key)
      if (before) this.#discount(before)
      this.#locations.set(row.key, { row, chunk, size, copies: (before?.copies ?? 0) + 1 })
      this.#count(chunk, size)
    }
    for (const key of deletions) {
      const before = this.#locations.get(key)
      if (!before) continue
      this.#discount(before)
      this.#locations.set(key, { row: undefined, chunk, size: 0, copies: before.copies })
      chunk.needed++
    }
  }

  #remove({ number }: ChunkFacts): void {
    const chunk = this.#chunks.get(number)
    if (!chunk) return
    this.#chunks.delete(number)
    for (const key of chunk.keys) {
      const location = this.#locations.get(key)
      if (!location) continue
      location.copies--
      if (!location.row && location.copies === 0) this.#forget(key, location)
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

  #discount({ chunk, size }: KeyLocation): void {
    chunk.needed--
    chunk.liveBytes -= size
    this.#liveBytes -= size
  }

  #forget(key: string, { chunk }: KeyLocation): void {
    chunk.needed--
    this.#locations.delete(key)
  }
}
