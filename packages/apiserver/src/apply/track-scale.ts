import { isObject, type JsonObject, memberOf } from '../json/json-value.ts'
import { FieldSet } from './field-set.ts'
import { type FieldWrite, managerOf, metadataOf, withManagedFields } from './field-write.ts'
import {
  decodeManagers,
  encodeEntries,
  identityOf,
  type ManagedEntry,
  type Managers,
} from './managed-fields.ts'
import { type FieldPath, fieldPath } from './path-element.ts'

/** A write of `/scale`, in terms of the scaled object. */
export interface TrackedScale extends FieldWrite {
  readonly live: JsonObject
  /** The object with the new number of replicas. */
  readonly next: JsonObject
  /** The path of the number of replicas. @default ['spec', 'replicas'] */
  readonly replicasPath?: readonly string[] | undefined
}

/** The owners of the replicas in terms of a Scale, by identity. */
type Owners = ReadonlyMap<string, ManagedEntry>

const SCALE_VERSION = 'autoscaling/v1'

/**
 * The scaled object with updated `metadata.managedFields`. Only the replicas change owners.
 *
 * The server converts the entries to those of a Scale and back. In this conversion an update's entry loses its replicas
 * to a separate entry without a time, for every writer; this function does the same.
 */
export function trackScale(scale: TrackedScale): JsonObject {
  const { live, next, replicasPath = ['spec', 'replicas'] } = scale
  const path = fieldPath(...replicasPath)
  const managers = decodeManagers(memberOf(metadataOf(live), 'managedFields'), true) ?? new Map()
  const replicas = { before: valueAt(live, replicasPath), after: valueAt(next, replicasPath) }
  const owners = ownersAfter(scale, ownersOf(managers, path), replicas)
  return withManagedFields(
    next,
    encodeEntries([...kept(managers, owners, path), ...parted(scale, managers, owners, path)]),
  )
}

/** A Scale omits a zero. */
const valueAt = (object: JsonObject, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isObject(value) ? memberOf(value, name) : undefined), object) ||
  undefined

const ownersOf = (managers: Managers, path: FieldPath): Owners =>
  new Map(
    [...managers.values()]
      .filter(({ set }) => set.has(path))
      .map(entry => ({ ...entry, apiVersion: SCALE_VERSION }))
      .map(entry => [identityOf(entry), entry]),
  )

/** A changed number is owned by the writer alone. An unchanged number that had no owner has none. */
function ownersAfter(
  scale: TrackedScale,
  owners: Owners,
  { before, after }: { readonly before: unknown; readonly after: unknown },
): Owners {
  if (owners.size === 0 || before === after) return owners
  if (after === undefined) return new Map()
  const name = { ...managerOf(scale, 'Update'), apiVersion: SCALE_VERSION }
  return new Map([[identityOf(name), { ...name, set: new FieldSet() }]])
}

/** The entries of the object without changes to their other fields. */
function kept(managers: Managers, owners: Owners, path: FieldPath): readonly ManagedEntry[] {
  const replicas = FieldSet.of(path)
  return [...managers]
    .map(([identity, entry]) =>
      owners.has(identity) ? entry : { ...entry, set: entry.set.difference(replicas) },
    )
    .filter(({ set }) => !set.isEmpty)
}

/** The owners of the replicas for which the object has no entry yet. */
const parted = (
  { apiVersion }: TrackedScale,
  managers: Managers,
  owners: Owners,
  path: FieldPath,
): readonly ManagedEntry[] =>
  [...owners]
    .filter(([identity]) => !managers.get(identity)?.set.has(path))
    .map(([, entry]) => ({ ...entry, apiVersion, set: FieldSet.of(path), time: undefined }))
