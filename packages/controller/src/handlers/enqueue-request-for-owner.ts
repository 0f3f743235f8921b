import type { KubernetesObject, OwnerReference, ResourceDefinition } from '@kube-informer/core'
import type { EventHandler } from '../api/event-handler.ts'
import { type Request, requestKey } from '../api/request.ts'
import { enqueueOptionsOf } from './priority.ts'

/** Which owners count: all, or the controller only. */
export interface EnqueueRequestForOwnerOptions {
  /** Whether only the owner with `controller: true` counts. @default false */
  readonly onlyController?: boolean | undefined
}

/** `apps` of `apps/v1`, and "" of `v1`. */
function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/')
  return slash === -1 ? '' : apiVersion.slice(0, slash)
}

/** The references that count. The first controller decides, even if it is of another kind. */
function candidates(
  object: KubernetesObject | undefined,
  onlyController: boolean,
): readonly OwnerReference[] {
  const references = object?.metadata?.ownerReferences ?? []
  if (!onlyController) return references
  const controller = references.find(reference => reference.controller)
  return controller ? [controller] : []
}

/**
 * Enqueues the owners of the object that are of one kind (controller-runtime `handler.EnqueueRequestForOwner`). Group and
 * kind must match; the version of a reference does not matter. An update enqueues the owners of both states, so that
 * both controllers notice an object that changes hands.
 *
 * @example kindSource({ cache, resource: pods, handler: enqueueRequestForOwner(replicaSets, { onlyController: true }) })
 */
export function enqueueRequestForOwner(
  owner: ResourceDefinition,
  { onlyController = false }: EnqueueRequestForOwnerOptions = {},
): EventHandler {
  const matches = (reference: OwnerReference): boolean =>
    reference.kind === owner.kind && groupOf(reference.apiVersion) === owner.group
  const ownersOf = (object: KubernetesObject | undefined): Request[] => {
    const namespace = owner.namespaced ? (object?.metadata?.namespace ?? '') : ''
    return candidates(object, onlyController)
      .filter(matches)
      .map(({ name }) => ({ namespace, name }))
  }
  return (event, queue) => {
    const options = enqueueOptionsOf(event)
    const owners = ownersOf(event.object)
    if (event.type === 'update') owners.unshift(...ownersOf(event.oldObject))
    const requests = new Map(owners.map(request => [requestKey(request), request]))
    for (const request of requests.values()) queue.add(request, options)
  }
}
