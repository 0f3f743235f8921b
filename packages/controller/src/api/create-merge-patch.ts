import {
  isJsonObject,
  isSameJson,
  type JsonObject,
  memberNames,
  memberOf,
  memberPath,
  refuseUnsafeValues,
} from './json-value.ts'

/** A JSON merge patch (RFC 7386): null removes a member, objects are merged, and all else replaces. */
export type MergePatch = JsonObject

/**
 * The merge patch that turns one object into the other, or undefined if both have the same JSON.
 *
 * Only differences are part of the patch. An integer beyond 2^53 that neither side changed is therefore never written. A
 * changed or added one, or one in a list that has changed, throws a UsageError that names its path: `JSON.parse` has
 * rounded it, and the patch would store the rounded number. NaN, the infinities, bigints and class instances throw too.
 *
 * Two different integers beyond 2^53 can be one JavaScript number. A change from one to the other is not visible here.
 *
 * A member that becomes null or undefined is removed, also one that was null.
 */
export function createMergePatch(original: object, modified: object): MergePatch | undefined {
  return differences(original as JsonObject, modified as JsonObject, '')
}

function differences(original: JsonObject, modified: JsonObject, path: string): MergePatch | undefined {
  const members: [string, unknown][] = []
  for (const name of memberNames(original, modified)) {
    const value = difference(memberOf(original, name), memberOf(modified, name), memberPath(path, name))
    if (value !== undefined) members.push([name, value])
  }
  // Unlike an assignment, fromEntries creates a member for the name `__proto__`.
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

/** The value in the patch of one member; undefined if it has none. */
function difference(before: unknown, after: unknown, path: string): unknown {
  if (after === undefined) return before === undefined ? undefined : null
  if (after === null) return before === undefined || before === null ? undefined : null
  if (isJsonObject(before) && isJsonObject(after)) return differences(before, after, path)
  if (isSameJson(before, after)) return undefined
  refuseUnsafeValues(after, path)
  return after
}
