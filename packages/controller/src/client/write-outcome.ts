import {
  type Deletion,
  isAlreadyExists,
  isConflict,
  isNotFound,
  isStatus,
  isUnexpectedServerError,
  type KubernetesObject,
  type PatchType,
  StatusError,
  UsageError,
} from '@kube-informer/core'
import type { Demand } from './demand.ts'
import { demandOf } from './live-demands.ts'

/**
 * Whether the next read of the object has to ask the server after a write has failed.
 *
 * - Without an answer of the server itself, and after a 5xx, the write may have happened.
 * - A conflict and a 404 show that the server has a state that the cache may not have: a retry would read what has just
 *   been refused. So does a 422 of a JSON patch, whose test may have failed.
 * - After any other rejection the server's state is what it was.
 */
export function isDoubtful(error: unknown, patchType?: PatchType): boolean {
  if (error instanceof UsageError) return false
  if (isUnexpectedServerError(error)) return true
  if (patchType === 'json' && error instanceof StatusError && error.code === 422) return true
  if (isConflict(error) || isAlreadyExists(error) || isNotFound(error)) return true
  return !(error instanceof StatusError && error.code >= 400 && error.code < 500)
}

/** What the cache must see after an answered write. */
export function writtenDemand({ metadata = {} }: KubernetesObject): Demand {
  const { uid } = metadata
  const demand = demandOf(metadata)
  // The server deletes the object with such a write, and the answer has a resourceVersion from before the deletion.
  return uid !== undefined && isLast(metadata) ? { ...demand, gone: [uid] } : demand
}

/** Whether a write has removed the last reason to keep an object (apiserver `ShouldDeleteDuringUpdate`). */
const isLast = ({
  deletionTimestamp,
  deletionGracePeriodSeconds,
  finalizers = [],
}: NonNullable<KubernetesObject['metadata']>): boolean =>
  deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0 && finalizers.length === 0

/** The uid of a deleted object, if the answer has it. */
export const deletedUid = (answer: Deletion<KubernetesObject>): string | undefined =>
  isStatus(answer) ? answer.details?.uid : answer.metadata?.uid
