import type { ChunkFacts } from './directory.ts'

/** What a collection on disk takes may be so much more than what counts of it. */
const SLACK = 1.6
/** And so much besides, so that a small collection is left alone. */
const SLACK_BYTES = 256 * 1024
/** A collection has no more chunks than these, and one more for each of its rows' {@link BYTES_OF_A_CHUNK}. */
const MOST_CHUNKS = 256
const BYTES_OF_A_CHUNK = 128 * 1024
/** One step moves about so much, which takes a worker some milliseconds. */
const STEP_BYTES = 1024 * 1024
const STEP_CHUNKS = 128

/**
 * The chunks to write anew, or rather what still counts of them; none while there is no need. Chunks that hold the most
 * that does not count go first, so that little is moved for much that is freed. Where chunks are many, the smallest go
 * together, so that a load has few records to read.
 */
export function chooseChunks(chunks: Iterable<ChunkFacts>): readonly ChunkFacts[] {
  const all = [...chunks]
  const [bytes, liveBytes] = [sum(all, chunk => chunk.bytes), sum(all, chunk => chunk.liveBytes)]
  if (bytes > SLACK * liveBytes + SLACK_BYTES) return firstOf(sorted(all, liveShare))
  if (all.length > MOST_CHUNKS + liveBytes / BYTES_OF_A_CHUNK)
    return firstOf(sorted(all, chunk => chunk.bytes))
  return []
}

const liveShare = (chunk: ChunkFacts): number => chunk.liveBytes / chunk.bytes

const sum = (chunks: readonly ChunkFacts[], of: (chunk: ChunkFacts) => number): number =>
  chunks.reduce((total, chunk) => total + of(chunk), 0)

const sorted = (chunks: readonly ChunkFacts[], by: (chunk: ChunkFacts) => number): ChunkFacts[] =>
  chunks.toSorted((a, b) => by(a) - by(b) || a.number - b.number)

/** As many as one step moves; the first one in any case. */
function firstOf(chunks: readonly ChunkFacts[]): ChunkFacts[] {
  const step: ChunkFacts[] = []
  let bytes = 0
  for (const chunk of chunks) {
    if (step.length >= STEP_CHUNKS || (step.length > 0 && bytes + chunk.liveBytes > STEP_BYTES)) break
    step.push(chunk)
    bytes += chunk.liveBytes
  }
  return step
}
