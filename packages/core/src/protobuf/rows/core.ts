import type { hasMember } from '../../api/own-member.ts'
import type { accepts, readMembers } from '../../api/read-members.ts'
import type * as identifyingMembers from '../../json/identifying-members.ts'
import type { planObject } from '../../json/object-plan.ts'
import type { wantedPaths } from '../../json/wanted-paths.ts'

/** What reading rows uses of the rest of core. */
interface ReaderParts {
  readonly hasMember: typeof hasMember
  readonly readMembers: typeof readMembers
  readonly accepts: typeof accepts
}

/** What making rows uses in addition. */
interface MakerParts {
  readonly identifyingMembers: Pick<
    typeof identifyingMembers,
    'NAME' | 'NAMESPACE' | 'UID' | 'RESOURCE_VERSION'
  >
  readonly planObject: typeof planObject
  readonly wantedPaths: typeof wantedPaths
}

/**
 * What this module uses of the rest of core. It is given when the module is loaded, and not imported: bundlers would move what
 * both parts import to a chunk that every page loads, or let this module import the file of a worker, which WebKit then
 * evaluates again. A page only reads rows, and has no more than that.
 */
export const core = {} as ReaderParts & MakerParts

/** Called when the module is loaded. */
export function setReader(parts: ReaderParts): void {
  Object.assign(core, parts)
}

/** Called before rows are made. */
export function setMaker(parts: MakerParts): void {
  Object.assign(core, parts)
}
