import { groupResource, type ResourceDefinition } from '@kube-informer/core'
import { Collection } from './collection.ts'
import { ConvertedCollection } from './converted-collection.ts'
import { eventConversion } from './event-conversion.ts'

/** Real clusters are never at revision 1 when a client comes. */
const FIRST_REVISION = 1000

const EVENTS_AGAIN = 'events.events.k8s.io'

/** All collections under one revision counter, as in etcd: each write anywhere takes the next number. */
export class Storage {
  #revision = FIRST_REVISION
  #readFloor = FIRST_REVISION
  #watchFloor = FIRST_REVISION
  readonly #collections = new Map<string, Collection>()
  readonly #historyLimit: number
  /** What is stored as `events`, in the form of the other group. */
  #eventsAgain: Collection | undefined
  readonly #listeners = new Set<() => void>()

  /** @param historyLimit how many writes each collection remembers at least */
  constructor(historyLimit: number) {
    this.#historyLimit = historyLimit
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
    for (const listener of this.#listeners) listener()
  }

  /** Calls back after each write to anything; returns its own undo. */
  onWrite(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Whether anything of a resource was ever stored, or asked for. */
  has(resource: ResourceDefinition): boolean {
    const name = groupResource(resource)
    return this.#collections.has(name === EVENTS_AGAIN ? 'events' : name)
  }

  collection(resource: ResourceDefinition): Collection {
    const name = groupResource(resource)
    if (name === EVENTS_AGAIN) {
      this.#eventsAgain ??= new ConvertedCollection(this.#collection('events'), eventConversion, this)
      return this.#eventsAgain
    }
    return this.#collection(name)
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
