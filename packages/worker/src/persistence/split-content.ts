import type { Row } from '@kube-informer/core'
import type { ChunkContent } from './chunk-format.ts'
import { textOfRow } from './row-text.ts'

/**
 * The approximate number of characters of a chunk. Larger chunks load faster, since each is one file; smaller ones block a
 * worker for less time (2 MB: 5 ms) and cost less to rewrite.
 */
const CHUNK_CHARACTERS = 2 * 1024 * 1024

/** The approximate number of characters that a row takes. */
export const sizeOfRow = (row: Row): number => textOfRow(row).length + row.key.length

/** Splits rows into the contents of chunks. Deletions go into the first one. */
export function* splitContent(
  rows: Iterable<Row>,
  deletions: readonly string[] = [],
): Generator<ChunkContent> {
  let part: Row[] = []
  let gone = deletions
  let characters = 0
  for (const row of rows) {
    const size = sizeOfRow(row)
    if (part.length > 0 && characters + size > CHUNK_CHARACTERS) {
      yield { rows: part, deletions: gone }
      ;[part, gone, characters] = [[], [], 0]
    }
    part.push(row)
    characters += size
  }
  if (part.length > 0 || gone.length > 0) yield { rows: part, deletions: gone }
}
