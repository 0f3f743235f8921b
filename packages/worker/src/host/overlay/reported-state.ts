import {
  apiVersionOf,
  isStatus,
  type KubernetesObject,
  type ResourceDefinition,
  type Status,
} from '@kube-informer/core'
import type { WriteRequest } from '../../wire/calls.ts'
import { hasFinalizers } from './has-finalizers.ts'
import type { KnownState } from './known-state.ts'

/**
 * What a response reports about the object of a write; undefined for nothing that a watch could show.
 *
 * @param uid of the object before the write, as far as known
 */
export function reportedState(
  resource: ResourceDefinition,
  { verb }: WriteRequest,
  response: KubernetesObject,
  uid: string,
): KnownState | undefined {
  if (isStatus(response)) {
    const known = (response as Status).details?.uid ?? uid
    return verb === 'delete' && known !== '' ? { type: 'gone', uid: known, resourceVersion: '' } : undefined
  }
  const { name, resourceVersion = '' } = response.metadata ?? {}
  if (verb === 'delete' && !isTerminating(response))
    return { type: 'gone', uid: response.metadata?.uid ?? uid, resourceVersion }
  if (resourceVersion === '') return undefined
  const isObject = response.kind === resource.kind && response.apiVersion === apiVersionOf(resource)
  return isObject && name
    ? { type: 'object', object: response, resourceVersion }
    : { type: 'version', resourceVersion }
}

/** What a read reports; undefined stands for an object that was not found. */
export const readState = (object: KubernetesObject | undefined, uid: string): KnownState =>
  object
    ? { type: 'object', object, resourceVersion: object.metadata?.resourceVersion ?? '' }
    : { type: 'gone', uid, resourceVersion: '' }

/** The response to a deletion contains the object as it was, also where it is gone. */
function isTerminating(object: KubernetesObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = object.metadata ?? {}
  return deletionTimestamp !== undefined && (deletionGracePeriodSeconds > 0 || hasFinalizers(object))
}
