import type { PayloadForm } from './chunk-payload.ts'
import { readChunk } from './chunk-reader.ts'
import type { FoundCollection } from './collection-file.ts'
import { Directory } from './directory.ts'
import { DamagedError } from './disk-error.ts'

/**
 * So many chunks are on their way at a time. With all of them, each would get its share of the disk, and the first one would
 * come hardly before the last: nobody could look into it meanwhile.
 */
const AHEAD = 4

/**
 * What lies where in a collection that was found, once everything in it is known to be what was written. Chunks are looked
 * into from the newest to the oldest, so that of a row only its newest state is made, while the next ones are on their way.
 *
 * @throws {DamagedError} when anything is missing, changed or too much: what is left may be no state that ever was
 */
export async function readDirectory(
  { head, chunks }: FoundCollection,
  form: PayloadForm,
): Promise<Directory> {
  const directory = new Directory()
  const unwrap = ({ number, payload }: FoundCollection['chunks'][number]) => {
    const bytes = form.unwrap(payload, { collection: head.number, number })
    // One that is damaged ends all of it: what becomes of the others is nobody's concern then.
    bytes.catch(() => {})
    return bytes
  }
  const onTheirWay = chunks.slice(0, AHEAD).map(unwrap)
  for (const [i, { number }] of chunks.entries()) {
    const bytes = await onTheirWay.shift()
    const next = chunks[i + AHEAD]
    if (next) onTheirWay.push(unwrap(next))
    if (bytes) directory.found(readChunk(bytes, { collection: head.number, number }))
  }
  directory.foundAll()
  const sums = directory.sums()
  if (sums.count !== head.count)
    throw new DamagedError(`${head.count} records were written, ${sums.count} are there`)
  if (sums.checksum !== head.checksum) throw new DamagedError('a record is not the one that was written last')
  return directory
}
