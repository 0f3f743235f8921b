import type { Reads } from '@kube-informer/cacher/http'
import {
  type Clock,
  groupResource,
  type Random,
  type ResourceDefinition,
  resourceName,
} from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import type { Kinds } from '../kinds/kinds.ts'
import type { Storage } from './storage.ts'
import { StorageReads } from './storage-reads.ts'
import { WatchCache } from './watch-cache.ts'

export interface WatchCachesOptions {
  readonly storage: Storage
  readonly kinds: Kinds
  readonly clock: Clock
  readonly random: Random
  /** The maximum number of writes that each cache keeps. */
  readonly historyLimit: number
}

/** Resources that a real server reads from its storage, since they change too fast to be cached. */
const UNCACHED = new Set(['events', 'events.events.k8s.io'])

/** The watch caches by resource; versions with the same form share a cache. */
export class WatchCaches {
  readonly #options: WatchCachesOptions
  readonly #caches = new Map<string, WatchCache>()
  readonly #uncached = new Map<string, Reads>()
  #isStalled = false

  constructor(options: WatchCachesOptions) {
    this.#options = options
  }

  /**
   * The cache of a kind. Created on first use, with the history that it would have if it had existed from the start.
   */
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

  /** Delays the updates of one resource's cache, or of all. Returns a function that resumes them. */
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

  /** Reloads all caches at a revision. */
  reload(revision: number): void {
    for (const cache of this.#caches.values()) cache.reload(revision)
  }

  /** Prevents watches from starting before a revision; open watches continue. */
  forgetHistory(revision: number): void {
    for (const cache of this.#caches.values()) cache.forgetHistory(revision)
  }

  /** Creates the caches of all stored resources while the storage still has its history. */
  prepare(): void {
    const { kinds, storage } = this.#options
    for (const kind of kinds.all) if (storage.has(kind.resource)) this.readsOf(kind)
  }

  /** Handles a compaction of the storage: the caches keep their own history. */
  compact(revision: number): void {
    for (const cache of this.#caches.values()) cache.compact(revision)
  }

  /** Removes the cache of a resource whose definition changed or was removed; its watches end. */
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

  /** A kind with the selectable fields of all its versions. */
  #asStored(kind: Kind): Kind {
    const name = groupResource(kind.resource)
    const versions = this.#options.kinds.all.filter(({ resource }) => groupResource(resource) === name)
    const fields = new Set(versions.flatMap(({ selectableFields }) => selectableFields))
    return { ...kind, selectableFields: [...fields] }
  }
}
