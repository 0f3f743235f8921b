import { Cacher, type LazyObject, type ServedKind } from '@kube-informer/cacher'
import { fieldsOf } from '@kube-informer/cacher/http'
import {
  apiVersionOf,
  type Clock,
  groupResource,
  type KubernetesObject,
  type Random,
} from '@kube-informer/core'
import type { Collection } from './collection.ts'
import type { Storage } from './storage.ts'
import { StorageSource } from './storage-source.ts'
import { LazyStoredObject, type StorageEvent, type StoredObject } from './stored-object.ts'

export interface WatchCacheOptions {
  readonly kind: ServedKind
  readonly storage: Storage
  readonly clock: Clock
  readonly random: Random
  /** The maximum number of writes to keep. */
  readonly historyLimit: number
}

/** For resources with an index, the field by which a real server finds the affected watches. */
const INDEX_FIELDS: Readonly<Record<string, string>> = { pods: 'spec.nodeName' }

/** How long a read waits for the cache to catch up. */
const PATIENCE_MS = 3_000

/** The watch cache of one resource, updated synchronously with the storage unless it is stalled. */
export class WatchCache {
  readonly cacher: Cacher
  readonly #storage: Storage
  readonly #collection: Collection
  readonly #clock: Clock
  readonly #unsubscribe: () => void
  #askedAt = Number.NEGATIVE_INFINITY
  /** The delayed updates while the cache is stalled. */
  #held: (() => void)[] | undefined
  #isReady = true

  constructor({ kind, storage, clock, random, historyLimit }: WatchCacheOptions) {
    const { resource } = kind
    this.#clock = clock
    this.#storage = storage
    this.#collection = storage.collection(resource)
    this.cacher = new Cacher({
      clock,
      random,
      historyLimit,
      type: { kind: resource.kind, apiVersion: apiVersionOf(resource) },
      source: new StorageSource(kind, storage, () => this.#tellProgress()),
      fieldsOf: object => fieldsOf(kind, object),
      isNamespaced: resource.namespaced,
      indexField: INDEX_FIELDS[groupResource(resource)],
    })
    this.#begin()
    const stops = [
      this.#collection.subscribe(event => this.#pass(() => this.#feed(event))),
      storage.onWrite(() => this.#tellWaiters()),
    ]
    this.#unsubscribe = () => {
      for (const stop of stops) stop()
    }
  }

  /** Delays later writes, as if the connection to etcd had stalled. */
  stall(): void {
    this.#held ??= []
  }

  /** Applies the delayed updates. */
  resume(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const step of held) step()
  }

  /**
   * While the cache is not ready, watches end, and reads get the responses of a real server whose cache is not
   * initialized.
   */
  setReady(isReady: boolean): void {
    if (this.#isReady === isReady) return
    this.#isReady = isReady
    if (isReady) this.reload(this.#storage.current)
    else this.cacher.fail()
  }

  /** Reloads the state at a revision: watches end, and none may start from before it. */
  reload(revision: number): void {
    this.#isReady = true
    if (this.#held) this.#held = []
    this.cacher.replace(objectsOf(this.#collection.snapshot(revision)), String(revision))
  }

  /** Prevents watches from starting before a revision; open watches continue. */
  forgetHistory(revision: number): void {
    this.cacher.forgetHistory(String(revision))
  }

  /** Handles a compaction of the storage: the cache keeps its own history except for past states. */
  compact(revision: number): void {
    this.cacher.compact(String(revision))
  }

  /** Ends all watches and releases the cache. */
  stop(): void {
    this.#unsubscribe()
    this.cacher.stop()
  }

  /** Loads the history that the storage still has, as if the cache had existed all the time. */
  #begin(): void {
    const floor = this.#collection.watchFloor
    this.cacher.replace(objectsOf(this.#collection.snapshot(floor)), String(floor))
    for (const event of this.#collection.eventsAfter(floor)) this.#feed(event)
    this.#passProgress()
  }

  #pass(step: () => void): void {
    if (!this.#isReady) return
    if (this.#held) this.#held.push(step)
    else step()
  }

  #feed({ previous, current, revision }: StorageEvent): void {
    if (!current) previous && this.cacher.delete(previous.object, String(revision))
    else if (previous) this.cacher.update(current.object)
    else this.cacher.add(current.object)
  }

  /** Called when a read waits for the cache to catch up. */
  #tellProgress(): void {
    this.#askedAt = this.#clock.now()
    this.#passProgress()
  }

  /** Notifies reads that wait for a revision immediately, since the next progress request may never come. */
  #tellWaiters(): void {
    if (this.#clock.now() - this.#askedAt <= PATIENCE_MS) this.#passProgress()
  }

  /** Passes the storage's current revision, also when it is delivered later. */
  #passProgress(): void {
    const revision = String(this.#storage.current)
    this.#pass(() => this.cacher.progress(revision))
  }
}

const objectsOf = (state: readonly StoredObject[]): readonly (KubernetesObject | LazyObject)[] =>
  state.map(stored => (stored instanceof LazyStoredObject ? stored.lazy : stored.object))
