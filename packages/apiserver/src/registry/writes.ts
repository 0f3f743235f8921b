import {
  apiVersionOf,
  type Clock,
  isNotFound,
  type KubernetesObject,
  type Random,
  type ResourceDefinition,
} from '@kube-informer/core'
import { type AnyObject, objectMetaOf, withMembers } from '../object/any-object.ts'
import { keyOf, locationOf, type ObjectLocation } from '../object/object-location.ts'
import { uuid } from '../object/random.ts'
import { timestamp } from '../object/timestamp.ts'
import { alreadyExists, notFound } from '../status/status-errors.ts'
import type { Storage } from '../storage/storage.ts'
import type { StoredObject } from '../storage/stored-object.ts'
import { Creation } from './creation.ts'
import type { DeleteOptions } from './delete-options.ts'
import { type Deleted, Deletion } from './deletion.ts'
import { hasGeneration } from './kind-facts.ts'
import { NamespaceGate } from './namespace-gate.ts'
import { PodActions } from './pod-actions.ts'
import { stamp } from './stored-form.ts'
import type { Target, Writing, Written } from './target.ts'
import { type Change, Update } from './update.ts'

/** The write API of the storage: for requests, with all rules of a real server, and for tests, without validation. */
export class Writes {
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #random: Random
  readonly #gate: NamespaceGate
  readonly #creation: Creation
  readonly #update: Update
  readonly #deletion: Deletion
  readonly #actions: PodActions

  constructor(options: { storage: Storage; clock: Clock; random: Random }) {
    const { storage, clock, random } = options
    this.#storage = storage
    this.#clock = clock
    this.#random = random
    this.#gate = new NamespaceGate(storage)
    const registry = { storage, clock, random, gate: this.#gate }
    this.#creation = new Creation(registry)
    this.#update = new Update(registry, this.#creation)
    this.#deletion = new Deletion(registry)
    this.#actions = new PodActions(registry, this.#deletion)
  }

  get(location: ObjectLocation): StoredObject {
    const stored = this.#storage.collection(location.resource).get(keyOf(location))
    if (!stored) throw notFound(location.resource, location.name)
    return stored
  }

  /** POST of a decoded object with defaults. */
  create(target: Target, sent: AnyObject, writing: Writing): KubernetesObject {
    return this.#creation.create(target, sent, writing)
  }

  /** PUT, PATCH and apply. */
  update(target: Target, change: Change, writing: Writing): Written {
    return this.#update.update(target, change, writing)
  }

  /** DELETE of one object. */
  delete(target: Target, options: DeleteOptions, warn: (message: string) => void): Deleted {
    return this.#deletion.delete(target, options, warn)
  }

  /** DELETE of an object that may be deleted already. */
  deleteIfThere(target: Target, options: DeleteOptions, warn: (message: string) => void): void {
    try {
      this.#deletion.delete(target, options, warn)
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }

  /** POST to a subresource; undefined if there is no such action. */
  act(target: Target, body: unknown, writing: Writing): object | undefined {
    return this.#actions.act(target, body, writing)
  }

  /** Stores a new object without validation, with a uid, a creation time and a resourceVersion; throws if it exists. */
  insert(resource: ResourceDefinition, object: AnyObject): StoredObject {
    const location = locationOf(resource, object)
    const collection = this.#storage.collection(resource)
    if (collection.get(keyOf(location))) throw alreadyExists(resource, location.name)
    const complete = this.complete(resource, object)
    return collection.put(keyOf(location), revision => stamp(complete, revision))
  }

  /** Counts a namespace as existing, because a test stores objects in it directly. "" is no namespace. */
  occupy(namespace: string): void {
    if (namespace !== '') this.#gate.name(namespace)
  }

  /**
   * Adds the metadata of stored objects, except the resourceVersion; frozen parts are shared. Its namespace counts as
   * existing from now on.
   */
  complete(resource: ResourceDefinition, object: AnyObject): AnyObject {
    const { kind: _kind, apiVersion: _apiVersion, metadata, ...rest } = object
    const namespace = resource.namespaced ? (metadata?.namespace ?? 'default') : undefined
    this.occupy(namespace ?? '')
    return {
      kind: resource.kind,
      apiVersion: apiVersionOf(resource),
      metadata: {
        ...metadata,
        ...(namespace === undefined ? {} : { namespace }),
        uid: metadata?.uid ?? uuid(this.#random),
        creationTimestamp: metadata?.creationTimestamp ?? timestamp(this.#clock.now()),
        ...(hasGeneration(resource) ? { generation: metadata?.generation ?? 1 } : {}),
      },
      ...rest,
    }
  }

  /** Replaces an existing object without validation. */
  overwrite(location: ObjectLocation, object: AnyObject): StoredObject {
    const stored = this.get(location)
    const { uid, creationTimestamp } = objectMetaOf(stored.object)
    const metadata = withMembers(objectMetaOf(object), { uid, creationTimestamp })
    const complete = this.complete(location.resource, { ...object, metadata })
    return this.#storage
      .collection(location.resource)
      .put(keyOf(location), revision => stamp(complete, revision))
  }

  /** Removes an object despite its finalizers. Returns its last state. */
  remove(location: ObjectLocation): KubernetesObject {
    const event = this.#storage.collection(location.resource).remove(keyOf(location))
    if (!event?.previous) throw notFound(location.resource, location.name)
    return event.previous.object
  }
}
