import type { Row } from '@kube-informer/core'
import { checksum } from './checksum.ts'
import { DamagedError } from './disk-error.ts'

/**
 * A chunk is what one record of the database holds: some rows and deletions of one collection.
 *
 *     magic, checksum, length, length of the bodies    four words of 32 bits
 *     bodies                                           UTF-8, one behind the other
 *     index                                            JSON: who the rows are, and how long their bodies
 *     spaces up to a whole word
 *
 * The checksum covers everything behind it, and the place that the chunk was written for: a chunk that turns up at
 * another's place is found out. Words are in the machine's order: a database stays on its machine.
 */
const CHUNK_MAGIC = 0x314b4e43
export const HEADER_BYTES = 16
const HEADER_WORDS = HEADER_BYTES / 4
/** Where the words behind the checksum begin. */
const COVERED_WORD = 2

/** Where a chunk belongs. */
export interface ChunkPlace {
  /** The number of its collection. */
  readonly collection: number
  /** Its own number. Where two chunks of a collection have a key, the higher one holds the newer state. */
  readonly number: number
}

/** What is to become a chunk. */
export interface ChunkContent {
  readonly rows: readonly Row[]
  /** Keys that are gone: what older chunks have of them counts no more. */
  readonly deletions: readonly string[]
  /** What else belongs to it, as JSON can tell. */
  readonly note?: unknown
}

/** The last part of a chunk. */
export interface ChunkIndex {
  readonly namespaces: readonly string[]
  /** Five members for each row: the number of its namespace, name, uid, resourceVersion, the bytes of its body. */
  readonly rows: readonly (string | number)[]
  readonly deletions: readonly string[]
  readonly note?: unknown
}

export const INDEX_MEMBERS = 5

/** What a row takes of its chunk: its body, and its share of the rest. */
export const shareOf = (bodyBytes: number, chunkBytes: number, allBodies: number, rows: number): number =>
  bodyBytes + (chunkBytes - allBodies) / rows

/** Writes the header of a chunk that is complete otherwise; returns its checksum. */
export function sealChunk(bytes: Uint8Array<ArrayBuffer>, place: ChunkPlace, bodyBytes: number): number {
  const words = wordsOf(bytes)
  words[0] = CHUNK_MAGIC
  words[2] = bytes.byteLength
  words[3] = bodyBytes
  const sum = checksumOf(words, place)
  words[1] = sum
  return sum
}

/** The checksum and the length of the bodies, once both are known to be right. @throws {DamagedError} */
export function verifyChunk(
  bytes: Uint8Array<ArrayBuffer>,
  place: ChunkPlace,
): { readonly checksum: number; readonly bodyBytes: number } {
  if (bytes.byteLength < HEADER_BYTES || bytes.byteLength % 4 !== 0)
    throw new DamagedError('a record is cut off')
  const words = wordsOf(bytes)
  const [magic, sum = 0, length, bodyBytes = 0] = words
  if (magic !== CHUNK_MAGIC) throw new DamagedError('a record is none of ours')
  if (length !== bytes.byteLength) throw new DamagedError('a record is cut off')
  if (sum !== checksumOf(words, place)) throw new DamagedError('a checksum is wrong')
  if (HEADER_BYTES + bodyBytes > length) throw new DamagedError('a record contradicts itself')
  return { checksum: sum, bodyBytes }
}

const wordsOf = (bytes: Uint8Array<ArrayBuffer>): Uint32Array =>
  new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 4))

function checksumOf(words: Uint32Array, { collection, number }: ChunkPlace): number {
  const seed = checksum(Uint32Array.of(collection, number, Math.floor(number / 2 ** 32)), HEADER_WORDS)
  return checksum(words.subarray(COVERED_WORD), seed)
}
