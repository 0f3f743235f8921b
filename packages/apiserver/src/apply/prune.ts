import { isObject, type JsonObject, memberOf } from '../json/json-value.ts'
import { fieldSetOf } from './extract-set.ts'
import { FieldSet } from './field-set.ts'
import { type FieldWrite, inVersion, type Versioned } from './field-write.ts'
import type { ManagedEntry, Managers } from './managed-fields.ts'
import { withNamedMembers } from './name-members.ts'
import { removeItems } from './remove-items.ts'
import { typeOf } from './schema-type.ts'

/**
 * Removes from a merged object what its applier applied last time and no longer applies, unless another manager owns
 * it, or owns something inside it that the applier never owned.
 *
 * @param managers all entries, with the applier's new one
 * @param last the applier's previous entry
 */
export function prune(
  write: FieldWrite,
  object: JsonObject,
  managers: Managers,
  last: ManagedEntry,
): JsonObject {
  const merged = inOtherVersion(write, { object, schema: write.schema }, last.apiVersion)
  if (!merged || last.set.isEmpty) return object
  const lastSet = withNamedMembers(last.set, typeOf(merged.schema))
  let pruned = without(merged, lastSet)
  for (const [apiVersion, owned] of ownedByVersion(managers, last.apiVersion))
    pruned = restoreOwned(write, merged, pruned, apiVersion, owned)
  const back = inOtherVersion(write, pruned, last.apiVersion)
  if (!back) return object
  const taken = namedSet(merged).difference(namedSet(back)).intersection(lastSet)
  return inOtherVersion(write, without(merged, taken), write.apiVersion)?.object ?? object
}

/** All owned fields by API version, the object's version first. */
function ownedByVersion(managers: Managers, first: string): ReadonlyMap<string, FieldSet> {
  const owned = new Map([[first, new FieldSet()]])
  for (const { apiVersion, set } of managers.values())
    owned.set(apiVersion, (owned.get(apiVersion) ?? new FieldSet()).union(set))
  return owned
}

/** Restores owned fields together with their parents. */
function restoreOwned(
  write: FieldWrite,
  mergedObject: Versioned,
  prunedObject: Versioned,
  apiVersion: string,
  owned: FieldSet,
): Versioned {
  const merged = inOtherVersion(write, mergedObject, apiVersion)
  const pruned = inOtherVersion(write, prunedObject, apiVersion)
  if (!merged || !pruned) return prunedObject
  const kept = namedSet(pruned).union(withNamedMembers(owned, typeOf(merged.schema)))
  return without(merged, namedSet(merged).difference(kept))
}

function namedSet({ object, schema }: Versioned): FieldSet {
  const type = typeOf(schema)
  return withNamedMembers(fieldSetOf(object, type), type)
}

function without({ object, schema }: Versioned, paths: FieldSet): Versioned {
  const rest = removeItems(object, paths, typeOf(schema))
  return { object: isObject(rest) ? rest : {}, schema }
}

function inOtherVersion(write: FieldWrite, value: Versioned, apiVersion: string): Versioned | undefined {
  return memberOf(value.object, 'apiVersion') === apiVersion
    ? value
    : inVersion(write, value.object, apiVersion)
}
