import type { parsePath } from '../../api/path.ts'
import type { planObject } from '../../json/object-plan.ts'
import type { createRow } from '../../row/create-row.ts'
import { type CreateError, setMalformed } from '../malformed.ts'

/** What reading rows uses of the rest of core. */
interface ReaderParts {
  readonly malformed: CreateError
  readonly parsePath: typeof parsePath
}

/** What making rows uses besides. */
interface MakerParts {
  readonly planObject: typeof planObject
  readonly createRow: typeof createRow
}

/**
 * What this module uses of the rest of core. It is given when the module is loaded, and not imported: bundlers would move what
 * both parts import to a chunk that every page loads. A page only reads rows.
 */
export const core = {} as ReaderParts & MakerParts

/** Called before anything else of the module is used. */
export function setReader(parts: ReaderParts): void {
  Object.assign(core, parts)
  setMalformed(parts.malformed)
}

/** Called before rows are made. */
export function setMaker(parts: MakerParts): void {
  Object.assign(core, parts)
}
