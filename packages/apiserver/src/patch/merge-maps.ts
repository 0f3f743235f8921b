import { isObject, type JsonObject, objectOf } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { DELETE_FROM, ELEMENT_ORDER, fieldOf, type Members, RETAIN_KEYS } from './directives.ts'
import { mergeLists, withoutItems } from './merge-lists.ts'
import { listMeta, objectMeta } from './patch-meta.ts'
import { applyElementOrders } from './set-element-order.ts'
import { badDirective, badPrimitiveList, badRetainKeys } from './strategic-errors.ts'
import { withoutDirectives, withoutNullMembers } from './strip-directives.ts'

/** Merges a patch into an object of the given type. */
export function mergeMaps(original: JsonObject, patch: JsonObject, schema: Schema): JsonObject {
  if (Object.hasOwn(patch, '$patch')) return directed(patch)
  const members: Members = new Map(Object.entries(original))
  const changes: Members = new Map(Object.entries(patch))
  retainKeys(members, changes)
  applyElementOrders(members, changes, { schema, mergeObjects: mergeMaps })
  for (const [name, value] of changes) mergeMember(members, name, value, schema)
  return objectOf(members)
}

/** `$patch: replace` uses the patch unchanged; `$patch: delete` leaves nothing. */
function directed(patch: JsonObject): JsonObject {
  const { $patch: directive, ...rest } = patch
  if (directive === 'replace') return rest
  if (directive === 'delete') return {}
  throw badDirective(directive, patch)
}

/** `$retainKeys` removes the members that it does not list. It must list all members that the patch sets. */
function retainKeys(members: Members, changes: Members): void {
  if (!changes.has(RETAIN_KEYS)) return
  const listed = changes.get(RETAIN_KEYS)
  changes.delete(RETAIN_KEYS)
  if (!Array.isArray(listed)) throw badRetainKeys()
  for (const [name, value] of changes)
    if (
      value !== null &&
      !name.startsWith(DELETE_FROM) &&
      !name.startsWith(ELEMENT_ORDER) &&
      !listed.includes(name)
    )
      throw badRetainKeys()
  for (const name of members.keys()) if (!listed.includes(name)) members.delete(name)
}

function mergeMember(members: Members, key: string, value: unknown, schema: Schema): void {
  const isDeletion = key.startsWith(DELETE_FROM)
  const name = isDeletion ? fieldOf(key, DELETE_FROM) : key
  if (name === undefined) throw badPrimitiveList()
  const original = members.get(name)
  if (value === null) members.delete(name)
  else if (isDeletion) deleteFrom(members, name, value)
  else if (isObject(original) && isObject(value))
    members.set(name, mergeObjectMember(original, value, name, schema))
  else if (Array.isArray(original) && Array.isArray(value))
    members.set(name, mergeListMember(original, value, name, schema))
  else setMember(members, name, value)
}

function deleteFrom(members: Members, name: string, value: unknown): void {
  const original = members.get(name)
  if (Array.isArray(original) && Array.isArray(value)) members.set(name, withoutItems(original, value))
}

function setMember(members: Members, name: string, value: unknown): void {
  const kept = withoutDirectives(withoutNullMembers(value))
  if (kept === undefined) members.delete(name)
  else members.set(name, kept)
}

function mergeObjectMember(
  original: JsonObject,
  patch: JsonObject,
  name: string,
  schema: Schema,
): JsonObject {
  const meta = objectMeta(schema, name)
  return meta.strategy === 'replace' ? patch : mergeMaps(original, patch, meta.schema)
}

function mergeListMember(
  original: readonly unknown[],
  patch: readonly unknown[],
  name: string,
  schema: Schema,
): readonly unknown[] {
  const meta = listMeta(schema, name)
  return meta.strategy === 'merge'
    ? mergeLists(original, patch, { ...meta, mergeObjects: mergeMaps }).items
    : patch
}
