import {
  CachedObject,
  type CacherGetOptions,
  type CacherListOptions,
  type CacherWatch,
  type CacherWatchOptions,
  requestedRevision,
  tooLargeResourceVersion,
} from '@kube-informer/cacher'
import { fieldsOf, type Reads } from '@kube-informer/cacher/http'
import type { KubernetesObject } from '@kube-informer/core'
import type { Collection } from './collection.ts'
import { openStorageWatch } from './open-storage-watch.ts'
import { listStorage, type StoragePage } from './storage-lists.ts'
import type { StorageReadsOptions } from './storage-reads-options.ts'

/**
 * Reads the storage directly, for a resource without a watch cache: limits apply at any revision, a future revision is
 * rejected at once, and the only bookmark is the one after the initial list.
 */
export class StorageReads implements Reads {
  readonly #options: StorageReadsOptions
  readonly #collection: Collection
  readonly #cached = new WeakMap<KubernetesObject, CachedObject>()

  constructor(options: StorageReadsOptions) {
    this.#options = options
    this.#collection = options.storage.collection(options.kind.resource)
  }

  async list(options: CacherListOptions): Promise<StoragePage> {
    const { current } = this.#options.storage
    const { resourceVersion = '', resourceVersionMatch = '', limit = 0, continue: token = '' } = options
    const { namespace = '', labelSelector = '', fieldSelector = '' } = options
    const view = { namespace, labelSelector, fieldSelector }
    return listStorage(
      { cachedOf: this.#cachedOf, collection: this.#collection, current },
      { ...view, resourceVersion, resourceVersionMatch, limit, continue: token },
    )
  }

  async get({ namespace, name, resourceVersion = '' }: CacherGetOptions): Promise<CachedObject | undefined> {
    const { current } = this.#options.storage
    const requested = requestedRevision(resourceVersion, String(current))
    if (Number(requested) > current) throw tooLargeResourceVersion(requested, current)
    const stored = this.#collection.get(namespace ? `${namespace}/${name}` : name)
    return stored && this.#cachedOf(stored.object)
  }

  async watch(options: CacherWatchOptions): Promise<CacherWatch> {
    const place = { ...this.#options, collection: this.#collection, cachedOf: this.#cachedOf }
    return openStorageWatch(place, options)
  }

  /** One for each state of an object, so that it is encoded once. */
  readonly #cachedOf = (object: KubernetesObject): CachedObject => {
    let cached = this.#cached.get(object)
    if (!cached) {
      cached = new CachedObject(object, of => fieldsOf(this.#options.kind, of))
      this.#cached.set(object, cached)
    }
    return cached
  }
}
