import {
  apiVersionOf,
  type KubernetesObject,
  type OwnerReference,
  type ResourceDefinition,
  UsageError,
} from '@kube-informer/core'
import type { Kind } from '../../kinds/kind.ts'
import type { AnyObject } from '../../object/any-object.ts'
import { keyOf } from '../../object/object-location.ts'
import type { Writing } from '../../registry/target.ts'
import type { Collection } from '../../storage/collection.ts'
import { lowerBound } from '../../storage/sorted.ts'
import { type ControllerOptions, deleteGracefully, deleteNow, targetOf } from '../controller-options.ts'
import { OwnerIndex } from './owner-index.ts'
import { nameOf, namespaceOf, uidOf } from './stored-metadata.ts'

const indexes = new WeakMap<Collection, OwnerIndex>()

/** The index of a collection, which all controllers share. */
function indexOf(collection: Collection): OwnerIndex {
  let index = indexes.get(collection)
  if (!index) {
    index = new OwnerIndex(collection)
    indexes.set(collection, index)
  }
  return index
}

/** Reads and writes objects as one component of a cluster. All of it is synchronous, so reads are never stale. */
export class ControllerClient {
  readonly options: ControllerOptions
  readonly #writing: Writing

  /** @param manager - the field manager of the writes: `kube-controller-manager`, `kubelet` */
  constructor(options: ControllerOptions, manager: string) {
    this.options = options
    this.#writing = { dryRun: false, manager, fieldValidation: 'Ignore', force: false, warn: () => {} }
  }

  /** In ms since 1970. */
  get nowMs(): number {
    return this.options.clock.now()
  }

  collection(resource: ResourceDefinition): Collection {
    return this.options.storage.collection(resource)
  }

  get<T extends KubernetesObject>(resource: ResourceDefinition<T>, key: string): T | undefined {
    return this.collection(resource).get(key)?.object as T | undefined
  }

  /** The keys of the objects of a resource that this owner has. */
  dependentKeys(resource: ResourceDefinition, ownerUid: string): readonly string[] {
    return [...indexOf(this.collection(resource)).keysOf(ownerUid)].sort()
  }

  /** The objects of a resource that this owner has. */
  dependents<T extends KubernetesObject>(resource: ResourceDefinition<T>, ownerUid: string): readonly T[] {
    return this.dependentKeys(resource, ownerUid).flatMap(key => this.get(resource, key) ?? [])
  }

  /** The objects of a namespace that have no controller. */
  orphans<T extends KubernetesObject>(resource: ResourceDefinition<T>, namespace: string): readonly T[] {
    const keys = [...indexOf(this.collection(resource)).orphanKeys(namespace)].sort()
    return keys.flatMap(key => this.get(resource, key) ?? [])
  }

  /** The objects of a namespace. */
  inNamespace<T extends KubernetesObject>(resource: ResourceDefinition<T>, namespace: string): readonly T[] {
    const { keys } = this.collection(resource)
    const objects: T[] = []
    const prefix = `${namespace}/`
    for (let index = lowerBound(keys, prefix, key => key); keys[index]?.startsWith(prefix); index++) {
      const object = this.get(resource, keys[index] ?? '')
      if (object) objects.push(object)
    }
    return objects
  }

  /** Creates an object; throws the StatusError of a request. */
  create<T extends KubernetesObject>(resource: ResourceDefinition<T>, object: T): T {
    const place = { namespace: namespaceOf(object), name: '' }
    const target = targetOf(this.kindOf(resource), place)
    return this.options.writes.create(target, asAny(object), this.#writing) as T
  }

  /** Replaces an object or its status; without a change nothing is written. */
  replace<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    object: T,
    subresource: '' | 'status' = '',
  ): T {
    const target = targetOf(this.kindOf(resource), placeOf(object), subresource)
    const change = { next: () => asAny(object), mayCreate: false, tracksItself: false }
    return this.options.writes.update(target, change, this.#writing).object as T
  }

  /** Assigns a Pod to a node; throws the StatusError of a request. */
  bind(resource: ResourceDefinition, pod: KubernetesObject, nodeName: string): void {
    const target = targetOf(this.kindOf(resource), placeOf(pod), 'binding')
    const binding = { metadata: { name: target.name }, target: { name: nodeName } }
    this.options.writes.act(target, binding, this.#writing)
  }

  /** Deletes an object with its grace period, if it exists. */
  delete(resource: ResourceDefinition, object: KubernetesObject): void {
    deleteGracefully(this.options, this.kindOf(resource), placeOf(object))
  }

  /** Deletes an object without a grace period, if it exists. */
  deleteNow(resource: ResourceDefinition, object: KubernetesObject): void {
    deleteNow(this.options, this.kindOf(resource), placeOf(object), 'Background')
  }

  kindOf(resource: ResourceDefinition): Kind {
    const kind = this.options.kinds.of(resource)
    if (!kind) throw new UsageError(`${resource.plural} is not served`)
    return kind
  }
}

const asAny = (object: KubernetesObject): AnyObject => object as KubernetesObject as AnyObject

const placeOf = (object: KubernetesObject) => ({ namespace: namespaceOf(object), name: nameOf(object) })

/** The storage key of an object. */
export const objectKey = (object: KubernetesObject): string => keyOf(placeOf(object))

/** A reference that makes an object the controller of another (apimachinery `NewControllerRef`). */
export const controllerReference = (
  resource: ResourceDefinition,
  owner: KubernetesObject,
): OwnerReference => ({
  apiVersion: apiVersionOf(resource),
  kind: resource.kind,
  name: nameOf(owner),
  uid: uidOf(owner),
  controller: true,
  blockOwnerDeletion: true,
})
