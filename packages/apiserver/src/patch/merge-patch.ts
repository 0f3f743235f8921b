import { isObject, type JsonObject, memberOf, objectOf } from '../json/json-value.ts'
import { badRequest } from '../status/status-errors.ts'
import { jsonTypeName } from './patch-errors.ts'

interface MergePatchOptions {
  /** Requires an object, as `fieldValidation` Warn and Strict do. @default true */
  readonly isStrict?: boolean
}

/**
 * RFC 7386: null removes a member, objects merge, everything else replaces. As on the server, new values lose null
 * members, also in objects inside arrays. Throws 400 if the patch is not an object.
 */
export function applyMergePatch(target: unknown, patch: unknown, options: MergePatchOptions = {}): unknown {
  if (!isObject(patch)) return withoutObject(patch, options)
  return isObject(target) ? mergeObjects(target, patch) : withoutNulls(patch)
}

function withoutObject(patch: unknown, { isStrict = true }: MergePatchOptions): unknown {
  if (isStrict && patch !== null)
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${jsonTypeName(patch)} into Go value of type map[string]interface {}`,
    )
  if (!Array.isArray(patch)) throw badRequest('Invalid JSON Patch')
  return withoutNulls(patch)
}

function mergeObjects(target: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(target))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else merged.set(name, mergeValues(memberOf(target, name), value))
  }
  return objectOf(merged)
}

function mergeValues(target: unknown, patch: unknown): unknown {
  if (!isObject(target)) return withoutNulls(patch)
  return isObject(patch) ? mergeObjects(target, patch) : patch
}

/** A value without the null members of its objects; null items of arrays stay. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([, member]) => member !== null)
  return objectOf(kept.map(([name, member]) => [name, withoutNulls(member)]))
}
