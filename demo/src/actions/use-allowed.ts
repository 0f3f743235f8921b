import type { KubernetesObject } from '@kube-informer/core'
import { useConnection } from '@kube-informer/react'
import type { AccessObserver, AccessRequest, Connection } from '@kube-informer/worker'
import { useSyncExternalStore } from 'react'
import type { Kind } from '../kinds/kind.ts'
import type { Action } from './action.ts'

/** Whether the user may run an action on all of the objects. */
export interface Allowed {
  /** Undefined until the server has answered. */
  readonly allowed: boolean | undefined
  readonly reason: string | undefined
}

/** What is asked about: one object by name, several by their namespaces. */
function requestsFor(
  action: Action,
  kind: Kind,
  objects: readonly KubernetesObject[],
): readonly AccessRequest[] {
  const requests = new Map<string, AccessRequest>()
  for (const object of objects) {
    const request = action.access(kind, object)
    if (request === undefined) continue
    const { name, ...rest } = request
    const asked = objects.length === 1 ? request : rest
    requests.set(rest.namespace ?? '', asked)
  }
  return [...requests.values()]
}

function reasonOf({ verb, resource, subresource, namespace }: AccessRequest): string {
  const plural = typeof resource === 'string' ? resource : resource.plural
  const what = subresource === undefined ? plural : `${plural}/${subresource}`
  return `You may not ${verb} ${what}${namespace ? ` in namespace ${namespace}` : ''}.`
}

/** Whether the server allows an action on objects, and if not, what is missing. */
export function useAllowed(action: Action, kind: Kind, objects: readonly KubernetesObject[]): Allowed {
  const connection: Connection = useConnection()
  const requests = requestsFor(action, kind, objects)
  const observers: readonly AccessObserver[] = requests.map(request => connection.access(request))
  const subscribe = (listener: () => void): (() => void) => {
    const unsubscribes = observers.map(observer => observer.subscribe(listener))
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }
  const denied = useSyncExternalStore(subscribe, () =>
    observers.findIndex(observer => observer.getState().allowed === false),
  )
  const isKnown = useSyncExternalStore(subscribe, () =>
    observers.every(observer => observer.getState().allowed !== undefined),
  )
  const request = requests[denied]
  if (request) return { allowed: false, reason: reasonOf(request) }
  return { allowed: isKnown ? true : undefined, reason: undefined }
}
