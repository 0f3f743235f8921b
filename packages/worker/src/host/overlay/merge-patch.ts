import { isPlainObject, type Members } from '../../api/plain-object.ts'

/** Applies a JSON merge patch (RFC 7386). Neither argument is changed; an unchanged value keeps its reference. */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return sameJson(value, patch) ? value : patch
  const before = isPlainObject(value) ? value : {}
  const after = new Map(Object.entries(before))
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) after.delete(name)
    else if (change !== undefined) after.set(name, mergePatch(after.get(name), change))
  }
  const isSame = before === value && sameMembers(before, after)
  // A Map, since `__proto__` is an ordinary name in JSON.
  return isSame ? value : Object.fromEntries(after)
}

/** Whether two values of JSON are equal. The order of members does not matter. */
function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
  if (!isPlainObject(a) || !isPlainObject(b)) return false
  const [left, right] = [Object.keys(a), Object.keys(b)]
  return (
    left.length === right.length && left.every(name => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
  )
}

/**
 * Whether a value has everything that a merge patch sets, and nothing that it removes. The items of lists may have more
 * members, which servers add as defaults.
 */
export function hasPatch(value: unknown, patch: unknown): boolean {
  if (patch === null || patch === undefined) return patch === undefined || value === undefined
  if (Array.isArray(patch))
    return (
      Array.isArray(value) &&
      value.length === patch.length &&
      patch.every((item, index) => hasPatch(value[index], item))
    )
  if (!isPlainObject(patch)) return value === patch
  return (
    isPlainObject(value) &&
    Object.entries(patch).every(([name, each]) =>
      hasPatch(Object.hasOwn(value, name) ? value[name] : undefined, each),
    )
  )
}

const sameMembers = (before: Members, after: ReadonlyMap<string, unknown>): boolean =>
  Object.keys(before).length === after.size &&
  [...after].every(([name, member]) => Object.hasOwn(before, name) && before[name] === member)
