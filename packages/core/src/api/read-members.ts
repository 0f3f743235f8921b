import { hasMember } from './own-member.ts'
import type { PathSegments } from './path.ts'
import type { PathFilter } from './path-step.ts'

/** Reads a path of members. Unlike `readPath`, it finds no members of arrays. */
export function readMembers(value: unknown, path: PathSegments): unknown {
  return path.reduce((at, name) => (hasMember(at, name) ? at[name] : undefined), value)
}

/** Whether an item with this value at the path of the filter is one of its items. */
export const accepts = ({ isEqual, value }: PathFilter, found: unknown): boolean =>
  ((found ?? null) === value) === isEqual
