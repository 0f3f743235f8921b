import {
  groupResource,
  type KubernetesObject,
  type ObjectName,
  type ResourceDefinition,
  resolveObjectName,
  resourceName,
  UsageError,
} from '@kube-informer/core'
import type { Kinds } from '../kinds/kinds.ts'
import type { AnyObject } from '../object/any-object.ts'
import { keyOf, locationOf } from '../object/object-location.ts'
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
  const objects = storedObjects(storage)
  const checked = <T extends ResourceDefinition>(resource: T): T => {
    // Objects of a kind that was removed may be left.
    if (!kinds.of(resource) && !storage.has(resource)) throw notServed(resource, kinds)
    return resource
  }
  /** Where an object is: by its resource and its name, or by itself. */
  const placeOf = (
    first: KubernetesObject | ResourceDefinition,
    second?: ResourceDefinition | ObjectName,
  ) => {
    const isResource = 'plural' in first
    const resource = isResource ? first : resourceOf(first, second as ResourceDefinition | undefined)
    return locationOf(checked(resource), named(resource, isResource ? (second as ObjectName) : first))
  }
  // A resource does not carry its object type at run time, so results are cast to the argument's type.
  return {
    create: <T extends KubernetesObject>(object: T, resource?: ResourceDefinition) =>
      settled(writes.insert(resourceOf(object, resource), anyObject(object))).object as T,
    update: <T extends KubernetesObject>(object: T, resource?: ResourceDefinition) =>
      settled(writes.overwrite(locationOf(resourceOf(object, resource), object), anyObject(object)))
        .object as T,
    delete: (...args: Parameters<typeof placeOf>) => settled(writes.remove(placeOf(...args))) as never,
    get: (...args: Parameters<typeof placeOf>) => {
      const place = placeOf(...args)
      return objects.get(place.resource, keyOf(place)) as never
    },
    list: resource => objects.list(checked(resource)),
    keys: resource => storage.collection(checked(resource)).keys,
  }
}

const anyObject = (object: KubernetesObject): AnyObject => object as KubernetesObject as AnyObject

/** An object with the metadata that a name gives. An object without a namespace is in `default`, where \`create\` puts it. */
function named(resource: ResourceDefinition, name: ObjectName): KubernetesObject {
  const isStored =
    typeof name === 'object' && name !== null && 'metadata' in name && !name.metadata?.namespace
  return isStored ? name : { metadata: resolveObjectName(resource, name) }
}

function notServed(resource: ResourceDefinition, kinds: Kinds): UsageError {
  const own = kinds.all.filter(({ isBuiltIn }) => !isBuiltIn).map(kind => resourceName(kind.resource))
  const served = ['the built-in resources', ...own].join(', ')
  return new UsageError(
    `the fake apiserver does not serve ${groupResource(resource)} (${resourceName(resource)}), but ${served}: ` +
      'pass it in "resources", or create its CustomResourceDefinition',
  )
}
