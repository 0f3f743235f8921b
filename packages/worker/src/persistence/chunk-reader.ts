import type { Row } from '@kube-informer/core'
import {
  type ChunkIndex,
  type ChunkPlace,
  HEADER_BYTES,
  INDEX_MEMBERS,
  shareOf,
  verifyChunk,
} from './chunk-format.ts'
import { DamagedError } from './disk-error.ts'
import { rowKey, rowOfText } from './row-text.ts'

/** A chunk that was read and found to be whole. Bodies are decoded when the first one is asked for. */
export interface ReadChunk {
  readonly number: number
  readonly checksum: number
  /** Of its plain form. */
  readonly bytes: number
  readonly keys: readonly string[]
  /** What each row takes of it, in bytes. */
  readonly sizes: readonly number[]
  readonly deletions: readonly string[]
  readonly note: unknown
  /**
   * The row of a key, by its place. Rows of one chunk share the memory of its text, so that it lives as long as one of
   * them: a text of its own for each would take as long again to make.
   */
  row(index: number): Row
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** @throws {DamagedError} when a single bit of it is not what was written */
export function readChunk(bytes: Uint8Array<ArrayBuffer>, place: ChunkPlace): ReadChunk {
  const { checksum, bodyBytes } = verifyChunk(bytes, place)
  const bodies = bytes.subarray(HEADER_BYTES, HEADER_BYTES + bodyBytes)
  const { namespaces, rows, deletions, note } = parseIndex(bytes.subarray(HEADER_BYTES + bodyBytes))
  const textAt = decodeBodies(bodies)
  const keys: string[] = []
  const sizes: number[] = []
  const begins: number[] = []
  let end = 0
  for (let i = 0; i < rows.length; i += INDEX_MEMBERS) {
    const length = Number(rows[i + 4])
    keys.push(rowKey(namespaces[Number(rows[i])] ?? '', String(rows[i + 1])))
    sizes.push(shareOf(length, bytes.byteLength, bodyBytes, rows.length / INDEX_MEMBERS))
    begins.push(end)
    end += length
  }
  if (end !== bodyBytes) throw new DamagedError('the rows of a record are not as long as its bodies')
  const row = (index: number): Row => {
    const [namespace, name, uid, resourceVersion, length] = rows.slice(
      INDEX_MEMBERS * index,
      INDEX_MEMBERS * (index + 1),
    )
    const begin = begins[index] ?? 0
    const identity = {
      key: keys[index] ?? '',
      namespace: namespaces[Number(namespace)] ?? '',
      name: String(name),
      uid: String(uid),
      resourceVersion: String(resourceVersion),
    }
    return rowOfText(identity, textAt(begin, begin + Number(length)))
  }
  return { number: place.number, checksum, bytes: bytes.byteLength, keys, sizes, deletions, note, row }
}

/**
 * The texts of bodies. All of them are decoded at once, when the first one is asked for; where that gives as many characters as
 * there were bytes, all were of ASCII, and a body is where its bytes were.
 */
function decodeBodies(bodies: Uint8Array): (begin: number, end: number) => string {
  let all: string | undefined
  return (begin, end) => {
    all ??= decoder.decode(bodies)
    return all.length === bodies.byteLength
      ? all.slice(begin, end)
      : decoder.decode(bodies.subarray(begin, end))
  }
}

function parseIndex(bytes: Uint8Array): ChunkIndex {
  try {
    return JSON.parse(decoder.decode(bytes)) as ChunkIndex
  } catch (cause) {
    throw new DamagedError('an index is not JSON', { cause })
  }
}
