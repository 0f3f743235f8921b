import type { JsonObject } from '../json/json-value.ts'
import { type Comparison, compareTyped } from './compare.ts'
import { FieldSet } from './field-set.ts'
import { type FieldWrite, inVersion } from './field-write.ts'
import type { ManagedEntry, Managers } from './managed-fields.ts'
import { fieldPath } from './path-element.ts'
import { reconciled } from './reconcile-set.ts'
import { resetSet } from './reset-fields.ts'
import { typeOf } from './schema-type.ts'

/** The fields of a manager that a write by another manager changes. */
export interface OwnedFields {
  readonly entry: ManagedEntry
  readonly fields: FieldSet
}

/** The effect of a change on field ownership. */
export interface Settlement {
  /** The entries that remain, without the changed fields. */
  readonly managers: Managers
  /** The fields that other managers lose, by identity. */
  readonly taken: ReadonlyMap<string, OwnedFields>
  /** The changed fields in the version of the write, without those that the write cannot change. */
  readonly comparison: Comparison
}

interface Change {
  readonly before: JsonObject
  readonly after: JsonObject
  readonly managers: Managers
  /** The identity of the writer, who keeps its fields. */
  readonly self: string
}

/** Takes the changed fields from all managers but the writer; each is compared in the version of its own entry. */
export function settle(write: FieldWrite, { before, after, managers, self }: Change): Settlement {
  const comparisons = new Map<string, Comparison | undefined>()
  const comparisonIn = (apiVersion: string): Comparison | undefined => {
    if (!comparisons.has(apiVersion)) comparisons.set(apiVersion, compareIn(write, before, after, apiVersion))
    return comparisons.get(apiVersion)
  }
  const kept = new Map<string, ManagedEntry>()
  const taken = new Map<string, OwnedFields>()
  for (const [identity, entry] of managers) {
    const comparison = identity === self ? NO_CHANGE : comparisonIn(entry.apiVersion)
    if (!comparison) continue
    const fields = entry.set.intersection(comparison.modified.union(comparison.added))
    if (!fields.isEmpty) taken.set(identity, { entry, fields })
    const set = entry.set.difference(fields).difference(comparison.removed)
    if (!set.isEmpty) kept.set(identity, { ...entry, set })
  }
  return { managers: kept, taken, comparison: comparisonIn(write.apiVersion) ?? NO_CHANGE }
}

const NO_CHANGE: Comparison = { added: new FieldSet(), modified: new FieldSet(), removed: new FieldSet() }

function compareIn(
  write: FieldWrite,
  before: JsonObject,
  after: JsonObject,
  apiVersion: string,
): Comparison | undefined {
  const isOwn = apiVersion === write.apiVersion
  const old = isOwn ? { object: before, schema: write.schema } : inVersion(write, before, apiVersion)
  const now = isOwn ? { object: after, schema: write.schema } : inVersion(write, after, apiVersion)
  if (!old || !now) return undefined
  return withoutReset(write, compareTyped(old.object, now.object, typeOf(now.schema)))
}

function withoutReset(write: FieldWrite, { added, modified, removed }: Comparison): Comparison {
  return {
    added: withoutResetFields(write, added),
    modified: withoutResetFields(write, modified),
    removed: withoutResetFields(write, removed),
  }
}

/** A set without the fields that the write cannot change. */
export function withoutResetFields({ resetFields = [] }: FieldWrite, set: FieldSet): FieldSet {
  return resetFields.length === 0 ? set : set.recursiveDifference(resetSet(resetFields))
}

/** Fields that identify an object or that only the server sets: they have no owner. */
const NEVER_OWNED = FieldSet.of(
  fieldPath('apiVersion'),
  fieldPath('kind'),
  fieldPath('metadata'),
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map(name => fieldPath('metadata', name)),
)

/** A set without the fields that have no owner. */
export const withoutIdentity = (set: FieldSet): FieldSet => set.difference(NEVER_OWNED)

/** The entries as they would be under the current schema. */
export function reconciledManagers(write: FieldWrite, live: JsonObject, managers: Managers): Managers {
  const result = new Map<string, ManagedEntry>()
  for (const [identity, entry] of managers) {
    const isOwn = entry.apiVersion === write.apiVersion
    const versioned = isOwn ? write : inVersion(write, live, entry.apiVersion)
    if (versioned) result.set(identity, { ...entry, set: reconciled(entry.set, typeOf(versioned.schema)) })
  }
  return result
}
