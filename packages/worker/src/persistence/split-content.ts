import type { Row } from '@kube-informer/core'
import type { ChunkContent } from './chunk-format.ts'
import { sizeOfRow } from './row-content.ts'

/**
 * The approximate number of bytes of a chunk. Larger chunks load faster, since each is one file; smaller ones block a
 * worker for less time (2 MB: 5 ms) and cost less to rewrite.
 */
const CHUNK_BYTES = 2 * 1024 * 1024

/** Splits rows into the contents of chunks. Deletions go into the first one. */
export function* splitContent(
  rows: Iterable<Row>,
  deletions: readonly string[] = [],
): Generator<ChunkContent> {
  let part: Row[] = []
  let gone = deletions
  let bytes = 0
  for (const row of rows) {
    const size = sizeOfRow(row)
    if (part.length > 0 && bytes + size > CHUNK_BYTES) {
      yield { rows: part, deletions: gone }
      ;[part, gone, bytes] = [[], [], 0]
    }
    part.push(row)
    bytes += size
  }
  if (part.length > 0 || gone.length > 0) yield { rows: part, deletions: gone }
}
