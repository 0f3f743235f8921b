import type { planObject } from '../../json/object-plan.ts'
import type { wantedPaths } from '../../json/wanted-paths.ts'

/** What making rows uses of the rest of core. */
interface MakerParts {
  readonly planObject: typeof planObject
  readonly wantedPaths: typeof wantedPaths
}

/**
 * What this module uses of the rest of core. It is given when the module is loaded, and not imported: bundlers would move what
 * both parts import to a chunk that every page loads. A page only reads rows, and has none of it.
 */
export const core = {} as MakerParts

/** Called before rows are made. */
export function setMaker(parts: MakerParts): void {
  Object.assign(core, parts)
}
