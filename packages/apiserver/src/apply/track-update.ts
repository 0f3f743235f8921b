import { deepEqual } from '../json/deep-equal.ts'
import { isObject, type JsonObject, memberOf } from '../json/json-value.ts'
import { capUpdaters } from './cap-updaters.ts'
import { FieldSet } from './field-set.ts'
import { type FieldWrite, managerOf, metadataOf, withManagedFields } from './field-write.ts'
import { ItemError } from './list-items.ts'
import {
  decodeManagers,
  encodeEntries,
  entryTime,
  identityOf,
  type ManagedEntry,
  type Managers,
} from './managed-fields.ts'
import { reconciledManagers, settle, withoutIdentity, withoutResetFields } from './ownership.ts'
import { zeroObject } from './zero-object.ts'

/** A write that says what an object is to be: a create, a replacement, or a patch that is no apply. */
export interface TrackedUpdate extends FieldWrite {
  /** What is stored; undefined for a create. */
  readonly live: JsonObject | undefined
  /** What the client made of it, with the defaults put in, before the server's own changes. */
  readonly next: JsonObject
}

/**
 * The next state with the ownership of its fields in `metadata.managedFields`: what changed belongs to the writer's
 * Update entry and to nobody else. A client that sends managedFields replaces them first; `[{}]` forgets who owns
 * what. Where a list cannot be compared, what was known stays.
 */
export function trackUpdate(update: TrackedUpdate): JsonObject {
  const { live, next } = update
  const managers = startingPoint(update)
  if (managers.size === 0 && live) return withManagedFields(next, undefined)
  try {
    return withManagedFields(next, encodeEntries(updateManagers(update, managers).values()))
  } catch (error) {
    if (!(error instanceof ItemError)) throw error
    return withManagedFields(next, memberOf(metadataOf(live), 'managedFields'))
  }
}

/** What the client sent, unless that is nothing, broken, or sent to a subresource: then what is stored. */
function startingPoint({ live, next, subresource, isBuiltIn }: TrackedUpdate): Managers {
  const stored = memberOf(metadataOf(live), 'managedFields')
  const sent = memberOf(metadataOf(next), 'managedFields')
  if (!subresource && isReset(sent, isBuiltIn)) return new Map()
  const isNews = !subresource && sent !== undefined && !deepEqual(sent, stored)
  const managers = isNews ? decodeManagers(sent) : undefined
  return managers && managers.size > 0 ? managers : (decodeManagers(stored, true) ?? new Map())
}

/** `[{}]`, or `[]` where the object is a built-in one: forget who owns what. */
function isReset(managedFields: unknown, isBuiltIn: boolean): boolean {
  if (!Array.isArray(managedFields)) return false
  const [first, ...others] = managedFields
  if (first === undefined) return isBuiltIn
  return others.length === 0 && isObject(first) && Object.keys(first).length === 0
}

/** The entries after an update. */
export function updateManagers(update: TrackedUpdate, managers: Managers): Managers {
  const { live, next, apiVersion, kind, schema, isBuiltIn } = update
  const before = withManagedFields(live ?? { apiVersion, kind, ...zeroObject(schema, isBuiltIn) }, undefined)
  const after = withManagedFields(next, undefined)
  const known = reconciledManagers(update, before, managers)
  const settled = settle(update, { before, after, managers: known, self: '' })
  const { modified, added } = settled.comparison
  const changed = withoutIdentity(withoutResetFields(update, modified.union(added)))
  return capUpdaters(changed.isEmpty ? settled.managers : withChanges(update, settled.managers, changed))
}

/** What one writer does at different times is one entry; its time is that of the last change. */
function withChanges(update: TrackedUpdate, managers: Managers, changed: FieldSet): Managers {
  const name = managerOf(update, 'Update')
  const identity = identityOf(name)
  const set = changed.union(managers.get(identity)?.set ?? new FieldSet())
  const entry: ManagedEntry = { ...name, set, time: entryTime(update.now) }
  return new Map([...managers, [identity, entry]])
}
