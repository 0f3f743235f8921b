import type { Payload } from './chunk-payload.ts'
import type { CommitResult, Write } from './collection-file.ts'
import { errorName } from './disk-error.ts'

/**
 * Writes Blobs, or their bytes where the database cannot store Blobs: that of a private window of Safari has no files.
 * After the first failure no Blob is written any more.
 */
export class BlobFallback {
  #bytesOnly = false

  async write(write: Write, commit: (write: Write) => Promise<CommitResult>): Promise<CommitResult> {
    const hasBlobs = write.put.some(([, payload]) => payload instanceof Blob)
    if (!hasBlobs) return commit(write)
    if (!this.#bytesOnly) {
      try {
        return await commit(write)
      } catch (error) {
        if (!NOT_STORABLE.has(errorName(error))) throw error
        this.#bytesOnly = true
      }
    }
    return commit({ ...write, put: await withoutBlobs(write.put) })
  }
}

/** The names of errors that are not about the database as a whole, its quota or its state. */
const NOT_STORABLE: ReadonlySet<unknown> = new Set(['UnknownError', 'DataCloneError'])

const withoutBlobs = (put: Write['put']): Promise<Write['put']> =>
  Promise.all(put.map(async ([number, payload]) => [number, await bytesOf(payload)] as const))

async function bytesOf(payload: Payload): Promise<Payload> {
  return payload instanceof Blob ? new Uint8Array(await payload.arrayBuffer()) : payload
}
