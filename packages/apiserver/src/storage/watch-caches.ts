import type { Clock, Random, ResourceDefinition } from '@kube-informer/core'
import type { Reads } from '@kube-informer/core/cacher/internal'
import { groupResource, resourceName } from '@kube-informer/core/internal'
import type { Kind } from '../kinds/kind.ts'
import type { Kinds } from '../kinds/kinds.ts'
import type { Storage } from './storage.ts'
import { StorageReads } from './storage-reads.ts'
import { WatchCache } from './watch-cache.ts'

/** Options of {@link WatchCaches}. */
export interface WatchCachesOptions {
  readonly storage: Storage
  readonly kinds: Kinds
  readonly clock: Clock
  readonly random: Random
  /** How many writes each cache remembers at most. */
  readonly historyLimit: number
}

/** What a real server reads from its storage: these come and go too fast to be kept. */
const UNCACHED = new Set(['events', 'events.events.k8s.io'])

/** Who answers reads of each resource; versions of the same form share a cache, as they share what is stored. */
export class WatchCaches {
  readonly #options: WatchCachesOptions
  readonly #caches = new Map<string, WatchCache>()
  readonly #uncached = new Map<string, Reads>()
  #isStalled = false

  constructor(options: WatchCachesOptions) {
    this.#options = options
  }

  /** Made when it is first asked for, and then as if it had been there from the beginning. */
  readsOf(kind: Kind): Reads {
    const name = this.#options.storage.formOf(kind.resource)
    if (!UNCACHED.has(groupResource(kind.resource))) return this.#cacheOf(kind).cacher
    let reads = this.#uncached.get(name)
    if (!reads) {
      reads = new StorageReads({ ...this.#options, kind: this.#asStored(kind) })
      this.#uncached.set(name, reads)
    }
    return reads
  }

  /** Holds back what one resource's cache, or every cache, is told. Returns what lets it go on. */
  stall(kind?: Kind): () => void {
    if (!kind) this.#isStalled = true
    const stalled = kind ? [this.#cacheOf(kind)] : [...this.#caches.values()]
    for (const cache of stalled) cache.stall()
    return () => this.resume(kind)
  }

  resume(kind?: Kind): void {
    if (!kind) this.#isStalled = false
    for (const cache of kind ? [this.#cacheOf(kind)] : this.#caches.values()) cache.resume()
  }

  setReady(kind: Kind, isReady: boolean): void {
    this.#cacheOf(kind).setReady(isReady)
  }

  /** Every cache takes its state anew, as of a revision. */
  reload(revision: number): void {
    for (const cache of this.#caches.values()) cache.reload(revision)
  }

  /** No watch may start from before a revision; what is open goes on. */
  forgetHistory(revision: number): void {
    for (const cache of this.#caches.values()) cache.forgetHistory(revision)
  }

  /** Makes the caches of everything that is stored, while the storage has its history. */
  prepare(): void {
    const { kinds, storage } = this.#options
    for (const kind of kinds.all) if (storage.has(kind.resource)) this.readsOf(kind)
  }

  /** The storage was compacted, and the caches keep what they know of their own. */
  compact(revision: number): void {
    for (const cache of this.#caches.values()) cache.compact(revision)
  }

  /** Forgets the cache of a resource that is not served any more, or in another way; its watches end. */
  reset(resource: ResourceDefinition): void {
    for (const name of [groupResource(resource), resourceName(resource)]) {
      this.#caches.get(name)?.stop()
      this.#caches.delete(name)
      this.#uncached.delete(name)
    }
  }

  #cacheOf(kind: Kind): WatchCache {
    const name = this.#options.storage.formOf(kind.resource)
    let cache = this.#caches.get(name)
    if (!cache) {
      const { storage, clock, random, historyLimit } = this.#options
      cache = new WatchCache({ storage, clock, random, historyLimit, kind: this.#asStored(kind) })
      if (this.#isStalled) cache.stall()
      this.#caches.set(name, cache)
    }
    return cache
  }

  /** A kind with the fields that any of its versions offers to selectors. */
  #asStored(kind: Kind): Kind {
    const name = groupResource(kind.resource)
    const versions = this.#options.kinds.all.filter(({ resource }) => groupResource(resource) === name)
    const fields = new Set(versions.flatMap(({ selectableFields }) => selectableFields))
    return { ...kind, selectableFields: [...fields] }
  }
}
