import {
  CachedObject,
  type CacherSource,
  type ServedKind,
  type SourceList,
  type SourceListOptions,
} from '@kube-informer/cacher'
import { fieldsOf } from '@kube-informer/cacher/http'
import type { KubernetesObject } from '@kube-informer/core'
import type { Collection } from './collection.ts'
import type { Storage } from './storage.ts'
import { listStorage } from './storage-lists.ts'

/** The source of a watch cache in the storage. */
export class StorageSource implements CacherSource {
  readonly #kind: ServedKind
  readonly #storage: Storage
  readonly #collection: Collection
  readonly #tellProgress: () => void

  /** @param tellProgress reports the storage's revision to the cache, unless the cache is stalled */
  constructor(kind: ServedKind, storage: Storage, tellProgress: () => void) {
    this.#kind = kind
    this.#storage = storage
    this.#collection = storage.collection(kind.resource)
    this.#tellProgress = tellProgress
  }

  async list(options: SourceListOptions): Promise<SourceList<KubernetesObject>> {
    const { current } = this.#storage
    const fields = (object: KubernetesObject) => fieldsOf(this.#kind, object)
    const cachedOf = (object: KubernetesObject) => new CachedObject(object, fields)
    const page = listStorage({ cachedOf, collection: this.#collection, current }, options)
    return { ...page, items: page.items.map(({ object }) => object) }
  }

  async get(namespace: string, name: string): Promise<KubernetesObject | undefined> {
    return this.#collection.get(namespace ? `${namespace}/${name}` : name)?.object
  }

  async currentResourceVersion(): Promise<string> {
    return String(this.#storage.current)
  }

  requestProgress(): void {
    this.#tellProgress()
  }
}
