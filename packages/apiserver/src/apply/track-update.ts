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

/** A write that replaces an object's state: a create, an update, or a patch other than apply. */
export interface TrackedUpdate extends FieldWrite {
  /** What is stored; undefined for a create. */
  readonly live: JsonObject | undefined
  /** The client's object with defaults, before the server's own changes. */
  readonly next: JsonObject
}

/**
 * The next state with updated `metadata.managedFields`: changed fields belong to the writer's Update entry alone. A
 * client that sends managedFields replaces them first; `[{}]` clears them. If a list cannot be compared, the stored
 * entries stay.
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

/** The client's managedFields; the stored ones if the client's are absent or invalid, or sent to a subresource. */
function startingPoint({ live, next, subresource, isBuiltIn }: TrackedUpdate): Managers {
  const stored = memberOf(metadataOf(live), 'managedFields')
  const sent = memberOf(metadataOf(next), 'managedFields')
  if (!subresource && isReset(sent, isBuiltIn)) return new Map()
  const isNews = !subresource && sent !== undefined && !deepEqual(sent, stored)
  const managers = isNews ? decodeManagers(sent) : undefined
  return managers && managers.size > 0 ? managers : (decodeManagers(stored, true) ?? new Map())
}

/** `[{}]`, or `[]` for a built-in kind: clears all entries. */
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

/** All updates of one writer share an entry; its time is that of the last change. */
function withChanges(update: TrackedUpdate, managers: Managers, changed: FieldSet): Managers {
  const name = managerOf(update, 'Update')
  const identity = identityOf(name)
  const set = changed.union(managers.get(identity)?.set ?? new FieldSet())
  const entry: ManagedEntry = { ...name, set, time: entryTime(update.now) }
  return new Map([...managers, [identity, entry]])
}
