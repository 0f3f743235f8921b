import type { Row } from '@kube-informer/core'
import { contentOf } from '@kube-informer/core/rows'
import {
  type ChunkAddress,
  type ChunkContent,
  type ChunkIndex,
  HEADER_BYTES,
  sealChunk,
  shareOf,
} from './chunk-format.ts'

/** An encoded chunk and its metadata. */
export interface EncodedChunk extends ChunkContent {
  readonly number: number
  readonly checksum: number
  /** The bytes that each row accounts for. */
  readonly sizes: readonly number[]
  /** A view of the encoder's buffer; the next chunk overwrites it. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

const FIRST_BUFFER_BYTES = 64 * 1024
const SPACE = 0x20

/** Encodes chunks one at a time into a reused buffer. */
export class ChunkEncoder {
  readonly #encoder = new TextEncoder()
  readonly #salt: () => number
  #buffer = new Uint8Array(FIRST_BUFFER_BYTES)
  #at = 0

  /** @param salt returns the salt of the next chunk: a random word if chunks are encrypted */
  constructor(salt: () => number = () => 0) {
    this.#salt = salt
  }

  encode({ rows, deletions, note }: ChunkContent, address: ChunkAddress): EncodedChunk {
    this.#at = HEADER_BYTES
    const lengths = rows.map(({ body }) => this.#writeBody(contentOf(body)))
    const bodyBytes = this.#at - HEADER_BYTES
    const index: ChunkIndex = { ...indexOf(rows, lengths), deletions, note }
    this.#write(JSON.stringify(index))
    const end = this.#at + (-this.#at & 3)
    this.#reserve(end)
    this.#buffer.fill(SPACE, this.#at, end)
    const bytes = this.#buffer.subarray(0, end)
    const sizes = lengths.map(length => shareOf(Math.abs(length), end, bodyBytes, rows.length))
    return {
      number: address.number,
      checksum: sealChunk(bytes, address, { bodyBytes, salt: this.#salt() }),
      sizes,
      bytes,
      rows,
      deletions,
    }
  }

  /** @returns the length of the body; negative for one that is bytes */
  #writeBody(content: string | Uint8Array): number {
    if (typeof content === 'string') return this.#write(content)
    this.#reserve(this.#at + content.byteLength)
    this.#buffer.set(content, this.#at)
    this.#at += content.byteLength
    return -content.byteLength
  }

  #write(text: string): number {
    // A UTF-16 code unit takes at most three bytes of UTF-8.
    this.#reserve(this.#at + 3 * text.length)
    const { written } = this.#encoder.encodeInto(text, this.#buffer.subarray(this.#at))
    this.#at += written
    return written
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#buffer.byteLength) return
    const grown = new Uint8Array(Math.max(bytes, 2 * this.#buffer.byteLength))
    grown.set(this.#buffer.subarray(0, this.#at))
    this.#buffer = grown
  }
}

function indexOf(rows: readonly Row[], lengths: readonly number[]): Pick<ChunkIndex, 'namespaces' | 'rows'> {
  const namespaces = new Map<string, number>()
  const members: (string | number)[] = []
  for (const [i, { namespace, name, uid, resourceVersion }] of rows.entries()) {
    const known = namespaces.get(namespace) ?? namespaces.size
    namespaces.set(namespace, known)
    members.push(known, name, uid, resourceVersion, lengths[i] as number)
  }
  return { namespaces: [...namespaces.keys()], rows: members }
}
