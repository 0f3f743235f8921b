import { type KubernetesObject, UsageError } from '@kube-informer/core'
import { createMergePatch, type MergePatch } from '../api/create-merge-patch.ts'

/** Whether the patch fails if the object has changed since. */
export interface MergeFromOptions {
  /** Whether the patch is a Conflict if the object has changed since `original`. @default false */
  readonly optimisticLock?: boolean | undefined
}

/**
 * Creates merge patches (RFC 7386) from the state before a change (controller-runtime `client.MergeFrom`). Only what
 * differs is in the patch, so an integer beyond 2^53 that has not changed is never written. A list is replaced whole, which
 * removes what others have added meanwhile: use `optimisticLock`, or server-side apply.
 *
 * @returns a function of the changed object that returns its patch, `{}` if nothing differs. It throws a UsageError for a
 *   changed integer beyond 2^53, and for a lock without a resourceVersion.
 *
 * @example
 * const draft = draftOf(pod)
 * draft.metadata = { ...draft.metadata, annotations: { ...draft.metadata?.annotations, seen: 'yes' } }
 * await client.patch(pods, { namespace, name }, mergeFrom(pod)(draft))
 */
export const mergeFrom =
  <T extends KubernetesObject>(original: T, { optimisticLock = false }: MergeFromOptions = {}) =>
  (modified: KubernetesObject): MergePatch => {
    const patch = createMergePatch(original, modified) ?? {}
    return optimisticLock ? withLock(patch, original) : patch
  }

function withLock(
  patch: MergePatch,
  { metadata: { name, resourceVersion } = {} }: KubernetesObject,
): MergePatch {
  if (!resourceVersion)
    throw new UsageError(
      `cannot use an optimistic lock: object ${JSON.stringify(name ?? '')} does not have any resource version`,
    )
  return { ...patch, metadata: { ...(patch.metadata as object | undefined), resourceVersion } }
}
