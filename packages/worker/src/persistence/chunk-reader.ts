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

interface RowEntry {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  readonly begin: number
  readonly end: number
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** @throws {DamagedError} when a single bit of it is not what was written */
export function readChunk(bytes: Uint8Array<ArrayBuffer>, place: ChunkPlace): ReadChunk {
  const { checksum, bodyBytes } = verifyChunk(bytes, place)
  const index = parseIndex(bytes.subarray(HEADER_BYTES + bodyBytes))
  const entries = entriesOf(index, bodyBytes)
  const texts = decodeBodies(bytes.subarray(HEADER_BYTES, HEADER_BYTES + bodyBytes))
  return {
    number: place.number,
    checksum,
    bytes: bytes.byteLength,
    keys: entries.map(({ namespace, name }) => rowKey(namespace, name)),
    sizes: entries.map(({ begin, end }) => shareOf(end - begin, bytes.byteLength, bodyBytes, entries.length)),
    deletions: index.deletions,
    note: index.note,
    row(at) {
      const entry = entries[at]
      if (!entry) throw new DamagedError('a row is missing')
      return rowOfText(entry, texts(entry))
    },
  }
}

/**
 * The texts of bodies. All of them are decoded at once, when the first one is asked for; where that gives as many characters as
 * there were bytes, all were of ASCII, and a body is where its bytes were.
 */
function decodeBodies(bodies: Uint8Array): (entry: RowEntry) => string {
  let all: string | undefined
  return ({ begin, end }) => {
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

function entriesOf({ namespaces, rows }: ChunkIndex, bodyBytes: number): RowEntry[] {
  const entries: RowEntry[] = []
  let begin = 0
  for (let i = 0; i < rows.length; i += INDEX_MEMBERS) {
    const end = begin + Number(rows[i + 4])
    entries.push({
      namespace: namespaces[Number(rows[i])] ?? '',
      name: String(rows[i + 1]),
      uid: String(rows[i + 2]),
      resourceVersion: String(rows[i + 3]),
      begin,
      end,
    })
    begin = end
  }
  if (begin !== bodyBytes) throw new DamagedError('the rows of a record are not as long as its bodies')
  return entries
}
