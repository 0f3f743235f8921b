import { describe, expect, test } from 'vitest'
import { BlobFallback } from './blob-fallback.ts'
import type { CommitResult, Write } from './collection-file.ts'

const bytes = new Uint8Array([1, 2, 3])
const withBlob: Write = {
  put: [
    [1, new Blob([bytes])],
    [2, bytes],
  ],
}

/** A database that rejects Blobs with this error; it records whether each write had one. */
function database(error: unknown) {
  const hadBlob: boolean[] = []
  const stored: unknown[] = []
  const commit = async ({ put }: Write): Promise<CommitResult> => {
    const blobs = put.some(([, payload]) => payload instanceof Blob)
    hadBlob.push(blobs)
    if (blobs && error) throw error
    stored.push(...put)
    return 'done'
  }
  return { commit, hadBlob, stored }
}

describe('a write with Blobs', () => {
  test('is committed as it is where Blobs can be stored', async () => {
    const { commit, stored } = database(undefined)
    expect(await new BlobFallback().write(withBlob, commit)).toBe('done')
    expect(stored).toEqual(withBlob.put)
  })

  test('has the bytes of the Blobs where they cannot be stored, and later ones at once', async () => {
    const { commit, hadBlob, stored } = database(new DOMException('no files', 'UnknownError'))
    const blobs = new BlobFallback()
    for (let i = 0; i < 2; i++) expect(await blobs.write(withBlob, commit)).toBe('done')
    expect(hadBlob).toEqual([true, false, false])
    expect(stored.slice(0, 2)).toEqual([
      [1, bytes],
      [2, bytes],
    ])
  })

  test('fails with any other error', async () => {
    const { commit, hadBlob } = database(new DOMException('full', 'QuotaExceededError'))
    const written = new BlobFallback().write(withBlob, commit)
    await expect(written).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect(hadBlob).toEqual([true])
  })
})
