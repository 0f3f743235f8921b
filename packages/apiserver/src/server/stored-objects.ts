import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { StoredObjects } from '../access/authorizer.ts'
import type { Storage } from '../storage/storage.ts'

/** Reads objects directly. A resource does not carry its object type at run time, so results are cast to it. */
export const storedObjects = (storage: Storage): StoredObjects => ({
  get: <T extends KubernetesObject>(resource: ResourceDefinition<T>, key: string) =>
    storage.collection(resource).get(key)?.object as T | undefined,
  list: <T extends KubernetesObject>(resource: ResourceDefinition<T>) =>
    storage
      .collection(resource)
      .snapshot(storage.current)
      .map(stored => stored.object as T),
})
