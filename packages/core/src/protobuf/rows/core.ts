import type { parsePath } from '../../api/path.ts'
import type { planObject } from '../../json/object-plan.ts'
import type { createRow } from '../../row/create-row.ts'
import type { interner } from '../../row/interner.ts'
import { type CreateError, setMalformed } from '../malformed.ts'

/**
 * What the module for rows uses of the rest of core. It is given when the module is loaded, and not imported: bundlers would
 * move what both parts import to a chunk that every page loads.
 */
export interface Core {
  readonly malformed: CreateError
  readonly parsePath: typeof parsePath
  readonly planObject: typeof planObject
  readonly createRow: typeof createRow
  readonly interner: typeof interner
}

/** Set before anything else of the module is used. */
export let core: Core

export function setCore(parts: Core): void {
  core = parts
  setMalformed(parts.malformed)
}
