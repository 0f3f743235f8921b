import type { ResourceDefinition } from '@kube-informer/core'
import { groupResource, ListenerSet, resourceName } from '@kube-informer/core/internal'
import { events, eventsEventsV1, horizontalPodAutoscalersV1 } from '@kube-informer/core/resources'
import { autoscalerConversion } from './autoscaler-conversion.ts'
import { Collection } from './collection.ts'
import { type Conversion, ConvertedCollection } from './converted-collection.ts'
import { eventConversion } from './event-conversion.ts'

/** Real clusters are never at revision 1 when a client comes. */
const FIRST_REVISION = 1000

/** All collections under one revision counter, as in etcd: each write anywhere takes the next number. */
export class Storage {
  #revision = FIRST_REVISION
  #readFloor = FIRST_REVISION
  #watchFloor = FIRST_REVISION
  readonly #collections = new Map<string, Collection>()
  readonly #historyLimit: number
  /** By version and resource: what is stored in another form. */
  readonly #views = new Map<string, Collection>()
  readonly #listeners = new ListenerSet()

  /** @param historyLimit how many writes each collection remembers at least */
  constructor(historyLimit: number) {
    this.#historyLimit = historyLimit
    this.convert(eventsEventsV1, eventConversion, events)
    this.convert(horizontalPodAutoscalersV1, autoscalerConversion)
  }

  /** The revision of the newest write. */
  get current(): number {
    return this.#revision
  }

  /** The oldest revision that a compaction left. */
  get readFloor(): number {
    return this.#readFloor
  }

  /** The oldest revision that a compaction or {@link forgetWatches} left to watch from. */
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

  /** Calls back after each write to anything; returns its own undo. */
  onWrite(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Whether anything of a resource was ever stored, or asked for. */
  has(resource: ResourceDefinition): boolean {
    return this.#collections.has(groupResource(resource))
  }

  /** The objects of a resource, which its versions share. */
  collection(resource: ResourceDefinition): Collection {
    return this.#views.get(resourceName(resource)) ?? this.#collection(groupResource(resource))
  }

  /** Names what a resource is read as: versions of the same name have the same objects, but for their apiVersion. */
  formOf(resource: ResourceDefinition): string {
    const version = resourceName(resource)
    return this.#views.has(version) ? version : groupResource(resource)
  }

  /** Gives a resource, in one version, another form than the one that is stored; without a conversion: the same. */
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

  /** Forgets the history up to a revision, in all collections. */
  compact(revision: number): void {
    this.#readFloor = Math.max(this.#readFloor, revision)
    this.#watchFloor = Math.max(this.#watchFloor, revision)
    for (const collection of this.#collections.values()) collection.compact(revision)
  }

  /**
   * Takes a revision that no client can know, and accepts watches from there on only: a client that has seen
   * everything must list again, too.
   */
  forgetWatches(): void {
    const revision = this.next()
    this.#watchFloor = revision
    for (const collection of this.#collections.values()) collection.forgetWatches(revision)
  }
}
