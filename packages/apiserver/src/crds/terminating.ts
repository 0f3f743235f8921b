import type { CustomResourceDefinition } from '@kube-informer/core/resources'
import { type Finding, withCondition } from './conditions.ts'

/** Keeps a definition until its last object is deleted. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io'

const PENDING: Finding = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionPending',
  message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
}

/** The condition while the objects of the kind are being deleted. */
export const DELETING: Finding = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionInProgress',
  message: 'CustomResource deletion is in progress',
}

/**
 * A deleted definition: it stays, marked as terminating, until its objects are gone.
 *
 * @param now RFC 3339
 */
export function asTerminating(definition: CustomResourceDefinition, now: string): CustomResourceDefinition {
  const { metadata, status } = definition
  if (metadata?.deletionTimestamp) return definition
  const others = (metadata?.finalizers ?? []).filter(finalizer => finalizer !== CLEANUP_FINALIZER)
  return {
    ...definition,
    metadata: { ...metadata, deletionTimestamp: now, finalizers: [...others, CLEANUP_FINALIZER] },
    status: { ...status, conditions: withCondition(status?.conditions ?? [], PENDING, now) },
  }
}
