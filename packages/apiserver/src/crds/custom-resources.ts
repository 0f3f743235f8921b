import type { Clock, KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import { type CustomResourceDefinition, customResourceDefinitions } from '@kube-informer/core/resources'
import { deepEqual } from '../json/deep-equal.ts'
import type { Kinds } from '../kinds/kinds.ts'
import type { AnyObject } from '../object/any-object.ts'
import type { ObjectLocation } from '../object/object-location.ts'
import { timestamp } from '../object/timestamp.ts'
import type { Collection } from '../storage/collection.ts'
import type { Storage } from '../storage/storage.ts'
import { completed } from './complete.ts'
import { withCondition } from './conditions.ts'
import { established } from './established.ts'
import { ServedDefinitions } from './served-definitions.ts'
import { CLEANUP_FINALIZER, DELETING } from './terminating.ts'

/** The server parts that custom resources depend on. */
export interface CustomResourcesOptions {
  readonly kinds: Kinds
  readonly storage: Storage
  readonly writes: DirectWrites
  readonly clock: Clock
  /** Called when a resource's definition changed or was removed; its watches end. */
  readonly onReplaced: (resource: ResourceDefinition) => void
}

/** Writes without validation. */
interface DirectWrites {
  overwrite(location: ObjectLocation, object: AnyObject): unknown
  remove(location: ObjectLocation): unknown
}

/**
 * The controllers of CustomResourceDefinitions: they accept names, set status conditions, serve the defined kinds, and
 * delete the custom objects when a definition is deleted.
 *
 * On a real server this takes some milliseconds; here it happens after the write and before its response.
 */
export class CustomResources {
  readonly #options: CustomResourcesOptions
  readonly #served: ServedDefinitions
  /** The names of changed definitions. */
  readonly #pending = new Set<string>()
  /** For definitions that are terminating: unsubscribes from the collection of their objects. */
  readonly #waiting = new Map<string, () => void>()
  #isSettling = false

  constructor(options: CustomResourcesOptions) {
    this.#options = options
    this.#served = new ServedDefinitions(options.kinds, options.storage, options.onReplaced)
    this.#definitions.subscribe(({ key }) => this.#schedule(key))
  }

  /** Processes the definitions that were loaded without events. */
  takeUp(): void {
    for (const name of this.#definitions.keys) this.#pending.add(name)
    this.settle()
  }

  /** Processes pending definitions now instead of in a microtask. */
  settle(): void {
    if (this.#isSettling) return
    this.#isSettling = true
    try {
      // Names that are added during the loop are processed by it.
      for (const name of this.#pending) {
        this.#pending.delete(name)
        this.#reconcile(name)
      }
    } finally {
      this.#isSettling = false
    }
  }

  get #definitions(): Collection {
    return this.#options.storage.collection(customResourceDefinitions)
  }

  /** Deferred, so that the subscribers of this write run first. */
  #schedule(name: string): void {
    this.#pending.add(name)
    if (!this.#isSettling) queueMicrotask(() => this.settle())
  }

  #get(name: string): CustomResourceDefinition | undefined {
    // All objects of the collection are definitions.
    return this.#definitions.get(name)?.object as CustomResourceDefinition | undefined
  }

  #reconcile(name: string): void {
    const stored = this.#get(name)
    if (stored) this.#follow(name, stored)
    else this.#forget(name)
  }

  #follow(name: string, stored: CustomResourceDefinition): void {
    const definition = completed(stored)
    const next = stored.metadata?.deletionTimestamp
      ? this.#clearing(definition)
      : this.#established(definition)
    if (!deepEqual(next, stored)) {
      // The write calls this handler again; only an unchanged definition is served.
      this.#write(name, next)
      return
    }
    const namesChanged = this.#served.serve(name, next)
    if (namesChanged) this.#scheduleRejected(next.spec.group)
    if (next.metadata?.deletionTimestamp) this.#clear(name, next)
  }

  #established(definition: CustomResourceDefinition): CustomResourceDefinition {
    const others = [...this.#definitions.keys].filter(key => key !== definition.metadata?.name)
    return established(
      definition,
      others.flatMap(key => this.#get(key) ?? []),
      this.#now(),
    )
  }

  #clearing(definition: CustomResourceDefinition): CustomResourceDefinition {
    const conditions = withCondition(definition.status?.conditions ?? [], DELETING, this.#now())
    return { ...definition, status: { ...definition.status, conditions } }
  }

  /** Deletes the objects of a definition, and then the definition itself. */
  #clear(name: string, definition: CustomResourceDefinition): void {
    const instances = this.#instancesOf(definition)
    for (const key of [...instances.keys]) this.#deleteInstance(definition, key)
    if (instances.keys.length === 0) this.#finish(name, definition)
    else if (!this.#waiting.has(name))
      this.#waiting.set(
        name,
        instances.subscribe(() => this.#schedule(name)),
      )
  }

  #deleteInstance(definition: CustomResourceDefinition, key: string): void {
    const object = this.#instancesOf(definition).get(key)?.object
    if (!object?.metadata || object.metadata.deletionTimestamp) return
    const location = locationOf(resourceOf(definition), key)
    const { finalizers = [], generation = 0 } = object.metadata
    const metadata = {
      ...object.metadata,
      generation: generation + 1,
      deletionTimestamp: this.#now(),
      deletionGracePeriodSeconds: 0,
    }
    if (finalizers.length === 0) this.#options.writes.remove(location)
    else this.#options.writes.overwrite(location, asAny({ ...object, metadata }))
  }

  #finish(name: string, definition: CustomResourceDefinition): void {
    const finalizers = definition.metadata?.finalizers?.filter(each => each !== CLEANUP_FINALIZER) ?? []
    if (finalizers.length === 0) this.#options.writes.remove(locationOf(customResourceDefinitions, name))
    else if (finalizers.length !== definition.metadata?.finalizers?.length)
      this.#write(name, { ...definition, metadata: { ...definition.metadata, finalizers } })
  }

  /** Stops serving a deleted definition and deletes its objects. */
  #forget(name: string): void {
    this.#waiting.get(name)?.()
    this.#waiting.delete(name)
    const resource = this.#served.forget(name)
    if (!resource) return
    const { storage, writes } = this.#options
    for (const key of [...storage.collection(resource).keys]) writes.remove(locationOf(resource, key))
    this.#scheduleRejected(resource.group)
  }

  /** Names of the group may have become free for definitions that were rejected. */
  #scheduleRejected(group: string): void {
    for (const name of this.#definitions.keys) {
      const definition = this.#get(name)
      const isRejected = definition?.status?.conditions?.some(
        ({ type, status }) => type === 'NamesAccepted' && status === 'False',
      )
      if (isRejected && definition?.spec.group === group) this.#schedule(name)
    }
  }

  #instancesOf(definition: CustomResourceDefinition): Collection {
    return this.#options.storage.collection(resourceOf(definition))
  }

  #write(name: string, definition: CustomResourceDefinition): void {
    this.#options.writes.overwrite(locationOf(customResourceDefinitions, name), asAny(definition))
  }

  #now(): string {
    return timestamp(this.#options.clock.now())
  }
}

/** The resource of a definition in its storage version. */
const resourceOf = ({ spec }: CustomResourceDefinition): ResourceDefinition => ({
  group: spec.group,
  version: spec.versions.find(version => version.storage)?.name ?? '',
  plural: spec.names.plural,
  kind: spec.names.kind,
  namespaced: spec.scope === 'Namespaced',
})

function locationOf(resource: ResourceDefinition, key: string): ObjectLocation {
  const [name = '', namespace = ''] = key.split('/').reverse()
  return { resource, namespace, name }
}

/** Adds the index signature. */
const asAny = (object: KubernetesObject): AnyObject => ({ ...object })
