import type { Row } from '@kube-informer/core'
import {
  type ChunkAddress,
  type ChunkIndex,
  HEADER_BYTES,
  INDEX_MEMBERS,
  shareOf,
  verifyChunk,
} from './chunk-format.ts'
import { DamagedError } from './disk-error.ts'
import { rowKey, rowOfContent } from './row-content.ts'

/** A verified chunk. Its bodies are decoded at the first call of `row`. */
export interface ReadChunk {
  readonly number: number
  readonly checksum: number
  /** The size of the unencrypted chunk. */
  readonly bytes: number
  readonly keys: readonly string[]
  /** The bytes that each row accounts for. */
  readonly sizes: readonly number[]
  readonly deletions: readonly string[]
  readonly note: unknown
  /**
   * The row at an index of `keys`. Rows of one chunk are slices of one string, or views of one buffer, which stays in memory as
   * long as one of the rows, or until a store repacks them: copying each body would double the time to read a chunk.
   */
  row(index: number): Row
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Reads a chunk. @throws {DamagedError} when the bytes differ from what was written */
export function readChunk(bytes: Uint8Array<ArrayBuffer>, address: ChunkAddress): ReadChunk {
  const { checksum, bodyBytes } = verifyChunk(bytes, address)
  const bodies = bytes.subarray(HEADER_BYTES, HEADER_BYTES + bodyBytes)
  const { namespaces, rows, deletions, note } = parseIndex(bytes.subarray(HEADER_BYTES + bodyBytes))
  const contentAt = readBodies(bodies)
  const keys: string[] = []
  const sizes: number[] = []
  const begins: number[] = []
  let end = 0
  for (let i = 0; i < rows.length; i += INDEX_MEMBERS) {
    const length = Math.abs(Number(rows[i + 4]))
    keys.push(rowKey(namespaces[Number(rows[i])] ?? '', String(rows[i + 1])))
    sizes.push(shareOf(length, bytes.byteLength, bodyBytes, rows.length / INDEX_MEMBERS))
    begins.push(end)
    end += length
  }
  if (end !== bodyBytes) throw new DamagedError('the lengths of the rows of a record do not match its bodies')
  const row = (index: number): Row => {
    const [namespace, name, uid, resourceVersion, length] = rows.slice(
      INDEX_MEMBERS * index,
      INDEX_MEMBERS * (index + 1),
    )
    const begin = begins[index] as number
    const identity = {
      key: keys[index] as string,
      namespace: namespaces[Number(namespace)] ?? '',
      name: String(name),
      uid: String(uid),
      resourceVersion: String(resourceVersion),
    }
    return rowOfContent(identity, contentAt(begin, Number(length)))
  }
  return { number: address.number, checksum, bytes: bytes.byteLength, keys, sizes, deletions, note, row }
}

/**
 * Reads bodies by their lengths, negative for bytes, of which it returns a view. All texts are decoded at once, at the first
 * call: if they have as many characters as there were bytes, they are ASCII, and a text is a slice at its byte offsets. Otherwise
 * each text is decoded separately.
 */
function readBodies(bodies: Uint8Array): (begin: number, length: number) => string | Uint8Array {
  let all: string | undefined
  return (begin, length) => {
    if (length < 0) return bodies.subarray(begin, begin - length)
    all ??= decoder.decode(bodies)
    return all.length === bodies.byteLength
      ? all.slice(begin, begin + length)
      : decoder.decode(bodies.subarray(begin, begin + length))
  }
}

function parseIndex(bytes: Uint8Array): ChunkIndex {
  try {
    return JSON.parse(decoder.decode(bytes)) as ChunkIndex
  } catch {
    // The engine's message would quote names of objects.
    throw new DamagedError('an index is not JSON')
  }
}
