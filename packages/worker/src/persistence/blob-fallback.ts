import type { Payload } from './chunk-payload.ts'
import type { CommitResult, Write } from './collection-file.ts'
import { errorName } from './disk-error.ts'

/**
 * Writes Blobs, or their bytes where the database refuses Blobs: that of a private window of Safari cannot store files.
 * After the first refusal no Blob is written any more.
 */
export class BlobFallback {
  #isRefused = false

  async write(write: Write, commit: (write: Write) => Promise<CommitResult>): Promise<CommitResult> {
    const hasBlobs = write.put.some(([, payload]) => payload instanceof Blob)
    if (!hasBlobs) return commit(write)
    if (!this.#isRefused) {
      try {
        return await commit(write)
      } catch (error) {
        if (!REFUSALS.has(errorName(error))) throw error
        this.#isRefused = true
      }
    }
    return commit({ ...write, put: await withoutBlobs(write.put) })
  }
}

/** The names of errors that are not about the database as a whole, its quota or its state. */
const REFUSALS: ReadonlySet<unknown> = new Set(['UnknownError', 'DataCloneError'])

const withoutBlobs = (put: Write['put']): Promise<Write['put']> =>
  Promise.all(put.map(async ([number, payload]) => [number, await bytesOf(payload)] as const))

async function bytesOf(payload: Payload): Promise<Payload> {
  return payload instanceof Blob ? new Uint8Array(await payload.arrayBuffer()) : payload
}
