import { deepEqual } from '../json/deep-equal.ts'
import { isObject, type JsonObject, memberOf } from '../json/json-value.ts'
import { badRequest, internalError } from '../status/status-errors.ts'
import { applyConflict, conflictsOf, conflictsOutside, type FieldConflict } from './conflicts.ts'
import { fieldSetOf } from './extract-set.ts'
import { type FieldWrite, managerOf, metadataOf, withManagedFields } from './field-write.ts'
import { takenOverFromKubectl, withLastApplied } from './last-applied.ts'
import { ItemError } from './list-items.ts'
import {
  decodeManagers,
  encodeEntries,
  entryTime,
  identityOf,
  type ManagedEntry,
  type Managers,
} from './managed-fields.ts'
import { mergeTyped } from './merge-typed.ts'
import { reconciledManagers, settle, withoutIdentity, withoutResetFields } from './ownership.ts'
import { prune } from './prune.ts'
import { typeOf } from './schema-type.ts'
import { updateManagers } from './track-update.ts'
import { TypedValueError } from './type-error.ts'
import { checkTyped } from './validate-typed.ts'

/** A server-side apply. */
export interface Application extends FieldWrite {
  /** The stored object; undefined if it does not exist yet. */
  readonly live: JsonObject | undefined
  /** The configuration as the client sent it. */
  readonly config: unknown
  /** Takes over fields that other managers own. */
  readonly force: boolean
}

/**
 * Returns the object after a server-side apply, with field ownership in `metadata.managedFields`. Throws 409 if another
 * manager owns a field that is applied with a different value, and 400 or 500 for an invalid configuration.
 *
 * Maps and lists that lost all their members are null, and defaults are not set yet: as on the server, the result is
 * decoded next.
 */
export function applyConfiguration(application: Application): JsonObject {
  const config = checkedConfig(application)
  const { apiVersion, kind } = application
  const live = application.live ?? { apiVersion, kind, metadata: {} }
  const managers = startingPoint(application, live)
  const outcome = applyOrTakeOver(application, { live, config, managers })
  return application.manager === 'kubectl' ? withLastApplied(outcome, config) : outcome
}

function checkedConfig({ config, apiVersion, kind, schema }: Application): JsonObject {
  const object = isObject(config) ? config : {}
  const type = { apiVersion: textOf(object, 'apiVersion'), kind: textOf(object, 'kind') }
  if (type.apiVersion !== apiVersion || type.kind !== kind)
    throw badRequest(`invalid object type: ${showType(type)}`)
  const managedFields = memberOf(metadataOf(object), 'managedFields')
  if (managedFields !== undefined && managedFields !== null)
    throw badRequest('metadata.managedFields must be nil')
  try {
    checkTyped(object, typeOf(schema))
  } catch (error) {
    if (!(error instanceof TypedValueError)) throw error
    throw internalError(`failed to create typed patch object (${showObject(object, type)}): ${error.message}`)
  }
  return object
}

const textOf = (object: JsonObject, name: string): string => {
  const value = memberOf(object, name)
  return typeof value === 'string' ? value : ''
}

interface ObjectType {
  readonly apiVersion: string
  readonly kind: string
}

/** A type as Go prints a GroupVersionKind: `apps/v1, Kind=Deployment`, `/v1, Kind=Pod`. */
/** An empty apiVersion is printed as "". */
function showType({ apiVersion, kind }: ObjectType): string {
  const parts = apiVersion.split('/').length
  if (parts > 2) return '/, Kind='
  return `${parts === 2 ? apiVersion : `/${apiVersion}`}, Kind=${kind}`
}

const showObject = (object: JsonObject, type: ObjectType): string =>
  `${textOf(metadataOf(object), 'namespace')}/${textOf(metadataOf(object), 'name')}; ${showType(type)}`

/** The stored entries. If there are none, the first apply assigns all present fields to a separate manager. */
function startingPoint(application: Application, live: JsonObject): Managers {
  const managers = decodeManagers(memberOf(metadataOf(live), 'managedFields'), true)
  if (!managers) throw internalError('failed to decode managed fields')
  if (managers.size > 0 || !application.live) return managers
  const before = { ...application, manager: 'before-first-apply', live: undefined, next: live }
  return updateManagers(before, managers)
}

interface Inputs {
  readonly live: JsonObject
  readonly config: JsonObject
  readonly managers: Managers
}

interface Outcome {
  readonly object: JsonObject
  readonly conflicts: readonly FieldConflict[]
}

/** kubectl may take over fields that it applied client-side before. */
function applyOrTakeOver(application: Application, inputs: Inputs): JsonObject {
  const { object, conflicts } = applied(application, inputs)
  if (conflicts.length === 0 || application.force) return object
  const allowed = application.manager === 'kubectl' && takenOverFromKubectl(application, inputs.live)
  const remaining = allowed ? conflictsOutside(conflicts, allowed) : conflicts
  if (remaining.length > 0) throw applyConflict(remaining)
  return object
}

/** The result of a forced apply, and the conflicts that an unforced one would have. */
function applied(application: Application, { live, config, managers }: Inputs): Outcome {
  const name = managerOf(application, 'Apply')
  const self = identityOf(name)
  const known = reconciledManagers(application, live, managers)
  const type = typeOf(application.schema)
  const set = withoutResetFields(application, fieldSetOf(config, type))
  const mine: ManagedEntry = { ...name, set, time: managers.get(self)?.time }
  const owners = new Map([...known, [self, mine]])
  const merged = mergedObject(application, live, config)
  const last = known.get(self)
  const after = last ? prune(application, merged, owners, last) : merged
  const settled = settle(application, { before: live, after, managers: owners, self })
  const time = deepEqual(live, after) ? mine.time : entryTime(application.now)
  const entries = finished(settled.managers, self, time)
  return {
    object: withManagedFields(after, encodeEntries(entries.values())),
    conflicts: conflictsOf(settled.taken),
  }
}

function mergedObject(application: Application, live: JsonObject, config: JsonObject): JsonObject {
  try {
    const merged = mergeTyped(live, config, typeOf(application.schema))
    return isObject(merged) ? merged : live
  } catch (error) {
    if (!(error instanceof ItemError)) throw error
    throw internalError(`failed to merge config: ${error.message}`)
  }
}

/** The applier's entry without fields that are not owned, and with the time of the last change. */
function finished(managers: Managers, self: string, time: string | undefined): Managers {
  const entry = managers.get(self)
  if (!entry) return managers
  const set = withoutIdentity(entry.set)
  const others = new Map(managers)
  others.delete(self)
  return set.isEmpty ? others : others.set(self, { ...entry, set, time })
}
