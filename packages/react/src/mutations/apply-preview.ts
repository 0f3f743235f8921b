import type { KubernetesObject, ResourceDefinition, StatusError } from '@kube-informer/core'
import type { Connection } from '@kube-informer/worker'
import { type FieldChange, fieldChanges } from './field-changes.ts'
import type { FieldConflict } from './field-conflicts.ts'

/** What an apply would do. */
export interface ApplyPreview<T> {
  /** The object that the server would store. */
  readonly object: T
  /** How it differs from the stored object; without the members of `metadata` that the server sets on each write. */
  readonly changes: readonly FieldChange[]
  /** The fields of other managers; `changes` then shows what `force` would do. */
  readonly conflicts: readonly FieldConflict[]
}

/** What is applied, before the types of a definition are added. */
export interface UntypedApply {
  readonly object: KubernetesObject
  readonly force?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** Where a preview reads and applies. */
export interface PreviewTarget {
  readonly connection: Pick<Connection, 'client'>
  readonly resource: string | ResourceDefinition
  readonly fieldManager?: string | undefined
  /** Passed in, so that this module, which is loaded on demand, has no module in common with the others. */
  readonly conflictsOf: (error: unknown) => readonly FieldConflict[]
}

/** Reads the object, and applies to it in a dry run. */
export async function previewApply(
  { connection: { client }, resource, fieldManager, conflictsOf }: PreviewTarget,
  { object, force, signal }: UntypedApply,
): Promise<ApplyPreview<KubernetesObject>> {
  const { name = '', namespace } = object.metadata ?? {}
  const apply = (forced: boolean | undefined): Promise<KubernetesObject> =>
    client.apply(resource, object, { dryRun: true, force: forced, fieldManager, signal })
  const before = await client.get(resource, { name, namespace }, { signal }).catch((error: unknown) => {
    // Not `isNotFound`: the bundle of a page does not contain the predicates otherwise. A gateway sends no Status.
    const { code, status } = error as Partial<StatusError>
    const causes = status?.details?.causes ?? []
    if (code === 404 && !causes.some(({ reason }) => reason === 'UnexpectedServerResponse')) return undefined
    throw error
  })
  let conflicts: readonly FieldConflict[] = []
  const after = await apply(force).catch((error: unknown) => {
    conflicts = conflictsOf(error)
    if (conflicts.length === 0) throw error
    return apply(true)
  })
  return { object: after, changes: fieldChanges(written(before), written(after)), conflicts }
}

/** The object without what the server sets on each write. */
function written(object: KubernetesObject | undefined): unknown {
  const { managedFields, resourceVersion, generation, uid, creationTimestamp, ...metadata } =
    object?.metadata ?? {}
  return object && { ...object, metadata }
}
