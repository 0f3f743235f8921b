import type { PayloadForm } from './chunk-payload.ts'
import { readChunk } from './chunk-reader.ts'
import type { FoundCollection } from './collection-file.ts'
import { Directory } from './directory.ts'
import { DamagedError } from './disk-error.ts'

/**
 * How many chunks are read at a time. Reading all at once would share the disk among them, and the first chunk would arrive
 * hardly before the last, so none could be decoded in the meantime.
 */
const CONCURRENT_READS = 4

/**
 * Reads and verifies the chunks of a collection. Chunks are decoded from the newest to the oldest, so only the newest state
 * of each row is built, while the next chunks are being read.
 *
 * @throws {DamagedError} when a chunk is missing, damaged or surplus: the rest may be a state that never existed
 */
export async function readDirectory(
  { head, chunks }: FoundCollection,
  form: PayloadForm,
): Promise<Directory> {
  const directory = new Directory()
  const unwrap = ({ number, payload }: FoundCollection['chunks'][number]) => {
    const bytes = form.unwrap(payload, { collection: head.number, number })
    // The first damaged chunk rejects this read; later rejections need no handler.
    bytes.catch(() => {})
    return bytes
  }
  const pending = chunks.slice(0, CONCURRENT_READS).map(unwrap)
  for (const [i, { number }] of chunks.entries()) {
    const bytes = await pending.shift()
    const next = chunks[i + CONCURRENT_READS]
    if (next) pending.push(unwrap(next))
    if (bytes) directory.found(readChunk(bytes, { collection: head.number, number }))
  }
  directory.foundAll()
  const sums = directory.sums()
  if (sums.count !== head.count)
    throw new DamagedError(`${head.count} records were written, ${sums.count} were found`)
  if (sums.checksum !== head.checksum) throw new DamagedError('a record is not the one that was last written')
  return directory
}
