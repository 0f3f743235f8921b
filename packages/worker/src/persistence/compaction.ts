import type { ChunkFacts } from './directory.ts'

/** Compaction starts when a collection takes more than this multiple of its live bytes. */
const SLACK = 1.6
/** Added to the limit, so that small collections are not compacted. */
const SLACK_BYTES = 256 * 1024
/** The limit of chunks, plus one per {@link BYTES_PER_CHUNK} of live bytes. */
const MAX_CHUNKS = 256
const BYTES_PER_CHUNK = 128 * 1024
/** The bytes that one step rewrites, which takes a worker some milliseconds. */
const STEP_BYTES = 1024 * 1024
const STEP_CHUNKS = 128

/**
 * The chunks to rewrite in one step; none if compaction is not due. Chunks with the smallest live share come first, since
 * they free the most for the least rewriting. If there are too many chunks, the smallest are merged, so that a load
 * reads fewer records.
 */
export function chooseChunks(chunks: Iterable<ChunkFacts>): readonly ChunkFacts[] {
  const all = [...chunks]
  const [bytes, liveBytes] = [sum(all, chunk => chunk.bytes), sum(all, chunk => chunk.liveBytes)]
  if (bytes > SLACK * liveBytes + SLACK_BYTES) return firstOf(sorted(all, liveShare))
  if (all.length > MAX_CHUNKS + liveBytes / BYTES_PER_CHUNK) return firstOf(sorted(all, chunk => chunk.bytes))
  return []
}

const liveShare = (chunk: ChunkFacts): number => chunk.liveBytes / chunk.bytes

const sum = (chunks: readonly ChunkFacts[], of: (chunk: ChunkFacts) => number): number =>
  chunks.reduce((total, chunk) => total + of(chunk), 0)

const sorted = (chunks: readonly ChunkFacts[], by: (chunk: ChunkFacts) => number): ChunkFacts[] =>
  chunks.toSorted((a, b) => by(a) - by(b) || a.number - b.number)

/** As many chunks as one step rewrites; at least one. */
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
