import { isJsonObject, isSameJson, type JsonObject } from './json-value.ts'

/**
 * Applies a JSON merge patch (RFC 7386): null removes a member, objects are merged, and all else replaces. As in an apiserver,
 * what is added has no null members, also in objects of lists. A member that is undefined is not part of the patch.
 *
 * Neither argument is changed. What the patch does not change is the same reference, also the whole value.
 *
 * @example
 * const marked = applyMergePatch(pod, { metadata: { labels: { tier: 'front', old: null } } })
 */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (isJsonObject(target)) {
    // An apiserver removes no nulls from a list that replaces an object.
    return isJsonObject(patch) ? merged(target, patch) : patch
  }
  const value = withoutNulls(patch)
  return isSameJson(target, value) ? target : value
}

function merged(target: JsonObject, patch: JsonObject): JsonObject {
  // A Map, since `__proto__` is an ordinary name in JSON.
  const members = new Map(Object.entries(target))
  let isChanged = false
  for (const [name, change] of Object.entries(patch)) {
    if (change === undefined) continue
    const before = members.get(name)
    const after = change === null ? undefined : applyMergePatch(before, change)
    if (after === before) continue
    if (after === undefined) members.delete(name)
    else members.set(name, after)
    isChanged = true
  }
  return isChanged ? Object.fromEntries(members) : target
}

/** A value without the null members of its objects. The null items of lists stay. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined)
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]))
}
