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

/** A write to `/scale`, seen from the object that is scaled. */
export interface TrackedScale extends FieldWrite {
  readonly live: JsonObject
  /** The object with the new number of replicas. */
  readonly next: JsonObject
  /** Where the object has its number of replicas. @default ['spec', 'replicas'] */
  readonly replicasPath?: readonly string[] | undefined
}

/** Who owns the replicas while they are a Scale's, by identity in its version. */
type Owners = ReadonlyMap<string, ManagedEntry>

const SCALE_VERSION = 'autoscaling/v1'

/**
 * The scaled object with the ownership of its fields in `metadata.managedFields`. Only the replicas can change hands.
 *
 * The server translates the entries into those of a Scale and back. On the way an entry of an update loses its replicas
 * to an entry of its own, without a time, whoever writes; this does the same.
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

/** A Scale leaves out a number that is zero. */
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

/** Another number is the writer's alone. Where nobody owned the replicas, nobody does. */
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

/** The entries of the object; what they own elsewhere stays theirs. */
function kept(managers: Managers, owners: Owners, path: FieldPath): readonly ManagedEntry[] {
  const replicas = FieldSet.of(path)
  return [...managers]
    .map(([identity, entry]) =>
      owners.has(identity) ? entry : { ...entry, set: entry.set.difference(replicas) },
    )
    .filter(({ set }) => !set.isEmpty)
}

/** The owners of the replicas that the object has no such entry of. */
const parted = (
  { apiVersion }: TrackedScale,
  managers: Managers,
  owners: Owners,
  path: FieldPath,
): readonly ManagedEntry[] =>
  [...owners]
    .filter(([identity]) => !managers.get(identity)?.set.has(path))
    .map(([, entry]) => ({ ...entry, apiVersion, set: FieldSet.of(path), time: undefined }))
