import type { JsonObject } from '../json/json-value.ts'
import { type Comparison, compareTyped } from './compare.ts'
import { FieldSet } from './field-set.ts'
import { type FieldWrite, inVersion } from './field-write.ts'
import type { ManagedEntry, Managers } from './managed-fields.ts'
import { fieldPath } from './path-element.ts'
import { reconciled } from './reconcile-set.ts'
import { resetSet } from './reset-fields.ts'
import { typeOf } from './schema-type.ts'

/** The fields of one manager that someone else is about to change. */
export interface OwnedFields {
  readonly entry: ManagedEntry
  readonly fields: FieldSet
}

/** What a change means to those who own fields. */
export interface Settlement {
  /** The entries that remain, without what changed under them. */
  readonly managers: Managers
  /** What was taken from whom, by identity. */
  readonly taken: ReadonlyMap<string, OwnedFields>
  /** What changed, in the version of the write, less what the write cannot change. */
  readonly comparison: Comparison
}

interface Change {
  readonly before: JsonObject
  readonly after: JsonObject
  readonly managers: Managers
  /** The entry of the one who writes: it keeps what it has. */
  readonly self: string
}

/** Takes what changed from all managers but the writer, each looked at in the version that it wrote in. */
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

/** What identifies an object, or is the server's alone: nobody owns it. */
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

/** A set without what nobody owns. */
export const withoutIdentity = (set: FieldSet): FieldSet => set.difference(NEVER_OWNED)

/** The entries as they would be if the schema had always been what it is now. */
export function reconciledManagers(write: FieldWrite, live: JsonObject, managers: Managers): Managers {
  const result = new Map<string, ManagedEntry>()
  for (const [identity, entry] of managers) {
    const isOwn = entry.apiVersion === write.apiVersion
    const versioned = isOwn ? write : inVersion(write, live, entry.apiVersion)
    if (versioned) result.set(identity, { ...entry, set: reconciled(entry.set, typeOf(versioned.schema)) })
  }
  return result
}
