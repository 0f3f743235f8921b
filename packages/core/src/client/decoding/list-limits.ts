import { ProtocolError } from '../../api/errors.ts'

/** Maximum number of objects of a collection. The largest clusters have a tenth of that. */
const MAX_ITEMS = 2_000_000
/** Maximum length of a list in bytes, after decompression. */
const MAX_BYTES = 2 * 1024 ** 3
const MAX_PAGES = 20_000

/** The size of a list that has been read so far. */
interface ListSize {
  readonly items: number
  readonly bytes: number
  readonly pages: number
}

/** Throws a ProtocolError if a list exceeds a limit, since a server can send objects and pages without end. */
export function checkListSize({ items = 0, bytes = 0, pages = 0 }: Partial<ListSize>): void {
  if (items > MAX_ITEMS || bytes > MAX_BYTES || pages > MAX_PAGES)
    throw new ProtocolError(
      `the list exceeds ${MAX_ITEMS} objects, ${MAX_PAGES} pages or ${MAX_BYTES} bytes; choose a narrower scope`,
    )
}
