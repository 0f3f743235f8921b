import { apiVersionOf, type Clock, type KubernetesObject, type Random } from '@kube-informer/core'
import { Cacher, type ServedKind } from '@kube-informer/core/cacher'
import { fieldsOf } from '@kube-informer/core/cacher/internal'
import { groupResource } from '@kube-informer/core/internal'
import type { Collection } from './collection.ts'
import type { Storage } from './storage.ts'
import { StorageSource } from './storage-source.ts'
import type { StorageEvent } from './stored-object.ts'

/** Options of {@link WatchCache}. */
export interface WatchCacheOptions {
  readonly kind: ServedKind
  readonly storage: Storage
  readonly clock: Clock
  readonly random: Random
  /** How many writes it remembers at most. */
  readonly historyLimit: number
}

/** Of the resources that have one, the field by which a real server finds the watches that an object concerns. */
const INDEX_FIELDS: Readonly<Record<string, string>> = { pods: 'spec.nodeName' }

/** How long somebody waits for the cache to catch up. */
const PATIENCE_MS = 3_000

/** The watch cache of one resource, fed from storage as it is written, unless it is held up. */
export class WatchCache {
  readonly cacher: Cacher
  readonly #storage: Storage
  readonly #collection: Collection
  readonly #clock: Clock
  readonly #unsubscribe: () => void
  #askedAt = Number.NEGATIVE_INFINITY
  /** What is held back, while it is. */
  #held: (() => void)[] | undefined
  #isReady = true

  constructor({ kind, storage, clock, random, historyLimit }: WatchCacheOptions) {
    const { resource } = kind
    this.#clock = clock
    this.#storage = storage
    this.#collection = storage.collection(resource)
    this.cacher = new Cacher({
      ...{ clock, random, historyLimit },
      type: { kind: resource.kind, apiVersion: apiVersionOf(resource) },
      source: new StorageSource(kind, storage, () => this.#tellProgress()),
      fieldsOf: object => fieldsOf(kind, object),
      isNamespaced: resource.namespaced,
      indexField: INDEX_FIELDS[groupResource(resource)],
    })
    this.#begin()
    const undos = [
      this.#collection.subscribe(event => this.#pass(() => this.#feed(event))),
      storage.onWrite(() => this.#tellWaiters()),
    ]
    this.#unsubscribe = () => {
      for (const undo of undos) undo()
    }
  }

  /** Holds back what is written from now on, as if the connection to etcd had stalled. */
  stall(): void {
    this.#held ??= []
  }

  /** Lets go of what was held back. */
  resume(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const step of held) step()
  }

  /** Not ready: watches end, and reads get what they get while a real server's cache has nothing. */
  setReady(isReady: boolean): void {
    if (this.#isReady === isReady) return
    this.#isReady = isReady
    if (isReady) this.reload(this.#storage.current)
    else this.cacher.fail()
  }

  /** Takes the whole state anew, as of a revision: watches end, and none may start from before. */
  reload(revision: number): void {
    this.#isReady = true
    if (this.#held) this.#held = []
    this.cacher.replace(objectsOf(this.#collection.snapshot(revision)), String(revision))
  }

  /** Lets nothing start from before a revision; what is open goes on. */
  forgetHistory(revision: number): void {
    this.cacher.forgetHistory(String(revision))
  }

  /** The storage has forgotten its history up to a revision: a cache's own outlives that, but for past states. */
  compact(revision: number): void {
    this.cacher.compact(String(revision))
  }

  /** Ends everything. */
  stop(): void {
    this.#unsubscribe()
    this.cacher.stop()
  }

  /** As if it had been there all the time: with the history that the storage still has. */
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

  /** Somebody waits for the cache to catch up. */
  #tellProgress(): void {
    this.#askedAt = this.#clock.now()
    this.#passProgress()
  }

  /** Who waits for a revision hears of it at once, and not when the next question is due: that may be never. */
  #tellWaiters(): void {
    if (this.#clock.now() - this.#askedAt <= PATIENCE_MS) this.#passProgress()
  }

  /** As far as the storage is now, also where that is told later. */
  #passProgress(): void {
    const revision = String(this.#storage.current)
    this.#pass(() => this.cacher.progress(revision))
  }
}

const objectsOf = (state: readonly { readonly object: KubernetesObject }[]): readonly KubernetesObject[] =>
  state.map(({ object }) => object)
