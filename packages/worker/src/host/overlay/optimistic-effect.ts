import type { KubernetesObject, ObjectMeta } from '@kube-informer/core'
import { applyMergePatch } from '@kube-informer/core/patch'
import type { WriteRequest } from '../../wire/calls.ts'
import { hasFinalizers } from './has-finalizers.ts'
import { hasPatch } from './has-patch.ts'

/** What an object looks like after a write; undefined stands for no object. Returns the same reference where nothing changes. */
export type OptimisticEffect = (object: KubernetesObject | undefined) => KubernetesObject | undefined

/**
 * The effect that a write probably has; undefined where it is not known: JSON and strategic patches, subresources other
 * than `scale` and `status`, dry runs.
 *
 * @param optimistic a merge patch in place of the write's own effect; false for no effect
 * @param now the `deletionTimestamp` of an object that is deleted
 */
export function optimisticEffect(
  write: WriteRequest,
  optimistic: unknown,
  now: string,
): OptimisticEffect | undefined {
  if (optimistic === false) return undefined
  if (optimistic !== undefined) return merging(optimistic)
  const subresource = subresourceOf(write)
  if (subresource === 'scale' || subresource === 'status') return effectOfPart(write, subresource)
  if (subresource) return undefined
  switch (write.verb) {
    case 'create':
      return object => object ?? write.object
    case 'replace':
      return object => object && replaced(object, write.object)
    case 'apply':
      return object => (object ? (applyMergePatch(object, write.object) as KubernetesObject) : write.object)
    case 'patch':
      return isMergePatch(write) ? merging(write.patch) : undefined
    case 'delete':
      return object => object && deleted(object, write, now)
  }
}

const subresourceOf = (write: WriteRequest): string | undefined =>
  write.verb === 'delete' ? undefined : write.options?.subresource

/**
 * Whether an object that was read after a write has what the write was to change; false where that is not known.
 *
 * @param uid of the object before the write, as far as known
 */
export function hasEffect(write: WriteRequest, object: KubernetesObject | undefined, uid: string): boolean {
  const { uid: found, deletionTimestamp, resourceVersion } = object?.metadata ?? {}
  if (write.verb === 'delete')
    return object === undefined || deletionTimestamp !== undefined || (uid !== '' && found !== uid)
  // What a replacement removes does not show in it.
  if (write.verb === 'replace' && write.object.metadata?.resourceVersion === resourceVersion) return false
  const wanted = wantedOf(write)
  return object !== undefined && wanted !== undefined && hasPatch(object, wanted)
}

/** A merge patch with what the object has after the write. */
function wantedOf(write: Exclude<WriteRequest, { readonly verb: 'delete' }>): unknown {
  const subresource = subresourceOf(write)
  if (subresource === 'scale' || subresource === 'status') return partOf(write, subresource)
  if (subresource) return undefined
  if (write.verb === 'patch') return isMergePatch(write) ? write.patch : undefined
  const { metadata, ...rest } = write.object
  const { resourceVersion, generation, managedFields, ...kept } = metadata ?? {}
  // The server ignores the status of these writes, where it is a subresource.
  return { ...rest, metadata: kept, status: undefined }
}

const isMergePatch = ({ options }: WriteRequest & { readonly verb: 'patch' }): boolean =>
  (options?.type ?? 'merge') === 'merge'

const merging =
  (patch: unknown): OptimisticEffect =>
  object =>
    object && (applyMergePatch(object, patch) as KubernetesObject)

/** A write of a part that objects contain: the status, or the replicas. */
function effectOfPart(write: WriteRequest, subresource: 'scale' | 'status'): OptimisticEffect | undefined {
  const part = write.verb === 'delete' ? undefined : partOf(write, subresource)
  return part && merging(part)
}

function partOf(
  write: Exclude<WriteRequest, { readonly verb: 'delete' }>,
  subresource: 'scale' | 'status',
): object | undefined {
  if (write.verb === 'patch' && !isMergePatch(write)) return undefined
  const { spec, status } = Object(write.verb === 'patch' ? write.patch : write.object)
  if (subresource === 'status') return { status }
  const replicas = Object(spec).replicas
  return typeof replicas === 'number' ? { spec: { replicas } } : undefined
}

/** The members of the metadata that the server sets. */
function serverMembers({ uid, resourceVersion, creationTimestamp, generation }: ObjectMeta): ObjectMeta {
  return JSON.parse(JSON.stringify({ uid, resourceVersion, creationTimestamp, generation }))
}

function replaced(before: KubernetesObject, after: KubernetesObject): KubernetesObject {
  const { status } = before as { readonly status?: unknown }
  // Those of another state, for example of an object that was deleted and is being created again, are not taken over.
  const { uid, resourceVersion, creationTimestamp, generation, ...metadata } = after.metadata ?? {}
  return {
    ...(status !== undefined && { status }),
    ...after,
    metadata: { ...metadata, ...serverMembers(before.metadata ?? {}) },
  }
}

/** An object that something has to finish first is only marked. */
function deleted(
  object: KubernetesObject,
  { options = {} }: WriteRequest & { readonly verb: 'delete' },
  now: string,
): KubernetesObject | undefined {
  const { uid, deletionTimestamp } = object.metadata ?? {}
  const { preconditions, propagationPolicy, gracePeriodSeconds } = options
  if (preconditions?.uid !== undefined && preconditions.uid !== uid) return object
  const { spec } = object as { readonly spec?: { readonly terminationGracePeriodSeconds?: number } }
  const grace = gracePeriodSeconds ?? spec?.terminationGracePeriodSeconds ?? 0
  // A Deployment has no grace period, whatever the request says.
  const isGraceful = grace > 0 && spec?.terminationGracePeriodSeconds !== undefined
  const addsFinalizer = propagationPolicy === 'Foreground' || propagationPolicy === 'Orphan'
  if (!hasFinalizers(object) && !isGraceful && !addsFinalizer) return undefined
  if (deletionTimestamp !== undefined) return object
  return { ...object, metadata: { ...object.metadata, deletionTimestamp: now } }
}
