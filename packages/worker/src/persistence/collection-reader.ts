import type { PayloadForm } from './chunk-payload.ts'
import { readChunk } from './chunk-reader.ts'
import type { FoundCollection } from './collection-file.ts'
import { Directory } from './directory.ts'
import { DamagedError } from './disk-error.ts'

/**
 * What lies where in a collection that was found, once everything in it is known to be what was written. Chunks are read
 * and decrypted all at once, and looked into from the newest to the oldest, so that an old state of a row is not decoded.
 *
 * @throws {DamagedError} when anything is missing, changed or too much: what is left may be no state that ever was
 */
export async function readDirectory(
  { head, chunks }: FoundCollection,
  form: PayloadForm,
): Promise<Directory> {
  const reading = chunks.map(async ({ number, payload }) => {
    const place = { collection: head.number, number }
    return { place, bytes: await form.unwrap(payload, place) }
  })
  // One that is damaged ends all of it: what becomes of the others is nobody's concern then.
  for (const one of reading) one.catch(() => {})
  const directory = new Directory()
  for (const one of reading) {
    const { place, bytes } = await one
    directory.found(readChunk(bytes, place))
  }
  directory.foundAll()
  const sums = directory.sums()
  if (sums.count !== head.count)
    throw new DamagedError(`${head.count} records were written, ${sums.count} are there`)
  if (sums.checksum !== head.checksum) throw new DamagedError('a record is not the one that was written last')
  return directory
}
