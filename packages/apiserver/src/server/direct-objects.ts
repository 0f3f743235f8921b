import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { AnyObject } from '../object/any-object.ts'
import { locationOf } from '../object/object-location.ts'
import type { FakeApiserver } from './fake-apiserver-api.ts'
import { kindOfObject } from './load-objects.ts'
import type { ServerParts } from './server-parts.ts'
import { storedObjects } from './stored-objects.ts'

/** Direct access to objects, without requests. */
type DirectObjects = Pick<FakeApiserver, 'create' | 'update' | 'delete' | 'get' | 'list' | 'keys'>

/** Reads and writes the storage synchronously, without validation. */
export function directObjects({ kinds, writes, storage, customResources }: ServerParts): DirectObjects {
  const resourceOf = (object: KubernetesObject, resource?: ResourceDefinition): ResourceDefinition =>
    resource ?? kindOfObject(object, kinds).resource
  /** A write of a definition takes effect before the call returns. */
  const settled = <T>(result: T): T => {
    customResources.settle()
    return result
  }
  // A resource does not carry its object type at run time, so results are cast to the argument's type.
  return {
    create: <T extends KubernetesObject>(object: T, resource?: ResourceDefinition) =>
      settled(writes.insert(resourceOf(object, resource), anyObject(object))).object as T,
    update: <T extends KubernetesObject>(object: T, resource?: ResourceDefinition) =>
      settled(writes.overwrite(locationOf(resourceOf(object, resource), object), anyObject(object)))
        .object as T,
    delete: <T extends KubernetesObject>(object: T, resource?: ResourceDefinition) =>
      settled(writes.remove(locationOf(resourceOf(object, resource), object))) as T,
    ...storedObjects(storage),
    keys: resource => storage.collection(resource).keys,
  }
}

const anyObject = (object: KubernetesObject): AnyObject => object as KubernetesObject as AnyObject
