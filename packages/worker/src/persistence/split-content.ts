import type { Row } from '@kube-informer/core'
import type { ChunkContent } from './chunk-format.ts'
import { textOfRow } from './row-text.ts'

/**
 * About how many characters go into one chunk. Larger ones are read faster, since each is a file of its own; smaller ones
 * keep a worker busy for less time at once (2 MB: 5 ms) and cost less to write anew.
 */
const CHUNK_CHARACTERS = 2 * 1024 * 1024

/** The characters of a row, as far as it matters. */
export const sizeOfRow = (row: Row): number => textOfRow(row).length + row.key.length

/** Cuts rows into chunks of a good size. Deletions go into the first one. */
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
