import type { Row } from '@kube-informer/core'
import { checksum } from './checksum.ts'
import { DamagedError } from './disk-error.ts'

/**
 * A chunk is the value of one database record: some rows and deletions of one collection.
 *
 *     magic, checksum, length, length of the bodies, salt    five 32-bit words
 *     bodies                                                 texts in UTF-8 and protobuf, concatenated
 *     index                                                  JSON: keys, uids and resourceVersions of the rows, lengths of their bodies
 *     padding                                                spaces, up to a multiple of 4 bytes
 *
 * The checksum covers everything after it and the chunk's address, so a chunk stored at another address is detected. The
 * collection's head has the sum of the checksums in the clear: where chunks are encrypted, the salt is random, so that the
 * sum does not depend on the content. Words have the machine's byte order, because a database never leaves its machine.
 */
const CHUNK_MAGIC = 0x314b4e43
export const HEADER_BYTES = 20
const HEADER_WORDS = HEADER_BYTES / 4
/** The first word that the checksum covers. */
const COVERED_WORD = 2

/** The collection and number of a chunk. */
export interface ChunkAddress {
  /** The number of its collection. */
  readonly collection: number
  /** Increases with time: if two chunks of a collection hold a key, the higher number holds the newer state. */
  readonly number: number
}

/** The content of a chunk before it is encoded. */
export interface ChunkContent {
  readonly rows: readonly Row[]
  /** Keys that were deleted; their rows in older chunks are obsolete. */
  readonly deletions: readonly string[]
  /** Additional data, as JSON. */
  readonly note?: unknown
}

/** The index section of a chunk. */
export interface ChunkIndex {
  readonly namespaces: readonly string[]
  /**
   * Five members per row: index of its namespace, name, uid, resourceVersion, length of its body in bytes. The length of a body
   * that is not text is negative.
   */
  readonly rows: readonly (string | number)[]
  readonly deletions: readonly string[]
  readonly note?: unknown
}

export const INDEX_MEMBERS = 5

/** The bytes that a row accounts for: its body and an equal share of the header and index. */
export const shareOf = (bodyBytes: number, chunkBytes: number, allBodies: number, rows: number): number =>
  bodyBytes + (chunkBytes - allBodies) / rows

/** Writes the header of an otherwise complete chunk; returns its checksum. */
export function sealChunk(
  bytes: Uint8Array<ArrayBuffer>,
  address: ChunkAddress,
  { bodyBytes, salt }: { readonly bodyBytes: number; readonly salt: number },
): number {
  const words = wordsOf(bytes)
  words[0] = CHUNK_MAGIC
  words[2] = bytes.byteLength
  words[3] = bodyBytes
  words[4] = salt
  const sum = checksumOf(words, address)
  words[1] = sum
  return sum
}

/** Verifies a chunk; returns its checksum and the length of its bodies. @throws {DamagedError} */
export function verifyChunk(
  bytes: Uint8Array<ArrayBuffer>,
  address: ChunkAddress,
): { readonly checksum: number; readonly bodyBytes: number } {
  if (bytes.byteLength < HEADER_BYTES || bytes.byteLength % 4 !== 0)
    throw new DamagedError('a record is truncated')
  const words = wordsOf(bytes)
  const [magic, sum = 0, length, bodyBytes = 0] = words
  if (magic !== CHUNK_MAGIC) throw new DamagedError('a record has an unknown format')
  if (length !== bytes.byteLength) throw new DamagedError('a record is truncated')
  if (sum !== checksumOf(words, address)) throw new DamagedError('a checksum does not match')
  if (HEADER_BYTES + bodyBytes > length) throw new DamagedError('a record is inconsistent')
  return { checksum: sum, bodyBytes }
}

const wordsOf = (bytes: Uint8Array<ArrayBuffer>): Uint32Array =>
  new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 4))

function checksumOf(words: Uint32Array, { collection, number }: ChunkAddress): number {
  const seed = checksum(Uint32Array.of(collection, number, Math.floor(number / 2 ** 32)), HEADER_WORDS)
  return checksum(words.subarray(COVERED_WORD), seed)
}
