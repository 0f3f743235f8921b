import { groupResource, type ResourceDefinition, resourceName } from '@kube-informer/core'
import { ListenerSet } from '@kube-informer/core/internal'
import { events, eventsEventsV1, horizontalPodAutoscalersV1 } from '@kube-informer/core/resources'
import { autoscalerConversion } from './autoscaler-conversion.ts'
import { Collection } from './collection.ts'
import { type Conversion, ConvertedCollection } from './converted-collection.ts'
import { eventConversion } from './event-conversion.ts'

/** Real clusters have a higher revision than 1 when a client connects. */
const FIRST_REVISION = 1000

/** All collections with a shared revision counter, as in etcd. */
export class Storage {
  #revision: number
  #readFloor: number
  #watchFloor: number
  readonly #collections = new Map<string, Collection>()
  readonly #historyLimit: number
  /** Resources that are stored in another form, by version and resource. */
  readonly #views = new Map<string, Collection>()
  readonly #listeners = new ListenerSet()

  /** @param historyLimit the minimum number of writes that each collection keeps */
  constructor(historyLimit: number, initialRevision: number = FIRST_REVISION) {
    this.#revision = initialRevision
    this.#readFloor = initialRevision
    this.#watchFloor = initialRevision
    this.#historyLimit = historyLimit
    this.convert(eventsEventsV1, eventConversion, events)
    this.convert(horizontalPodAutoscalersV1, autoscalerConversion)
  }

  /** The revision of the latest write. */
  get current(): number {
    return this.#revision
  }

  /** The oldest revision after a compaction. */
  get readFloor(): number {
    return this.#readFloor
  }

  /** The oldest revision from which a watch can start after a compaction or {@link forgetWatches}. */
  get watchFloor(): number {
    return this.#watchFloor
  }

  /** Takes the next revision. */
  next(): number {
    return ++this.#revision
  }

  written(): void {
    this.#listeners.emit()
  }

  /** Subscribes to all writes; returns the unsubscribe function. */
  onWrite(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Whether the resource has a collection. */
  has(resource: ResourceDefinition): boolean {
    return this.#collections.has(groupResource(resource))
  }

  /** The objects of a resource; its versions share them. */
  collection(resource: ResourceDefinition): Collection {
    return this.#views.get(resourceName(resource)) ?? this.#collection(groupResource(resource))
  }

  /** The form of a resource: versions with the same form have equal objects except for the apiVersion. */
  formOf(resource: ResourceDefinition): string {
    const version = resourceName(resource)
    return this.#views.has(version) ? version : groupResource(resource)
  }

  /** Sets the conversion of a resource in one version; undefined: the stored form. */
  convert(
    resource: ResourceDefinition,
    conversion: Conversion | undefined,
    storedAs: ResourceDefinition = resource,
  ): void {
    const version = resourceName(resource)
    if (!conversion) this.#views.delete(version)
    else {
      const base = this.#collection(groupResource(storedAs))
      this.#views.set(version, new ConvertedCollection(base, conversion, this))
    }
  }

  #collection(name: string): Collection {
    let collection = this.#collections.get(name)
    if (!collection) {
      collection = new Collection(this, this.#historyLimit)
      this.#collections.set(name, collection)
    }
    return collection
  }

  /** Discards the history of all collections up to a revision. */
  compact(revision: number): void {
    this.#readFloor = Math.max(this.#readFloor, revision)
    this.#watchFloor = Math.max(this.#watchFloor, revision)
    for (const collection of this.#collections.values()) collection.compact(revision)
  }

  /** Takes a new revision and accepts watches only from there on: even an up-to-date client has to relist. */
  forgetWatches(): void {
    const revision = this.next()
    this.#watchFloor = revision
    for (const collection of this.#collections.values()) collection.forgetWatches(revision)
  }
}
