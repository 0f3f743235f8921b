import { UsageError } from '../api/errors.ts'

/** How many workers there are, and how many pieces one takes at a time. */
export interface ParallelizeOptions {
  /** How many pieces may run at once. At least 1. */
  readonly workers: number
  /** How many consecutive pieces a worker takes at a time. @default 1 */
  readonly chunkSize?: number | undefined
  /** No piece starts after it aborts. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Calls a function for each piece from 0 to `pieces - 1`, some of them at once (client-go `workqueue.ParallelizeUntil`).
 * Resolves when all that were started have ended, also if the signal aborted. After a piece has failed no other one
 * starts, and the promise rejects with the first error. Throws a UsageError if `workers` is less than 1.
 *
 * @example
 * await parallelizeUntil(pods.length, index => deletePod(pods[index]), { workers: 16, signal })
 */
export async function parallelizeUntil(
  pieces: number,
  doPiece: (piece: number) => void | Promise<void>,
  { workers, chunkSize = 1, signal }: ParallelizeOptions,
): Promise<void> {
  if (!(workers >= 1)) throw new UsageError(`no piece can run with ${workers} workers`)
  const chunk = Math.max(1, Math.floor(chunkSize))
  const errors: unknown[] = []
  let next = 0

  const doChunk = async (start: number): Promise<void> => {
    const end = Math.min(start + chunk, pieces)
    for (let piece = start; piece < end && !signal?.aborted && errors.length === 0; piece++)
      await doPiece(piece)
  }
  const work = async (): Promise<void> => {
    try {
      while (next < pieces && !signal?.aborted && errors.length === 0) {
        const start = next
        next += chunk
        await doChunk(start)
      }
    } catch (error) {
      errors.push(error)
    }
  }

  await Promise.all(Array.from({ length: Math.min(workers, Math.ceil(pieces / chunk)) }, work))
  if (errors.length > 0) throw errors[0]
}
