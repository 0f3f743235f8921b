import { isTooLargeResourceVersion, type KubernetesObject } from '@kube-informer/core'
import type { CacherSource } from '../api/cacher-source.ts'
import { requestedRevision } from '../api/revision.ts'
import { storageKey } from '../api/storage-key.ts'
import type { Freshness } from '../freshness/freshness.ts'
import type { Readiness } from '../freshness/readiness.ts'
import type { CacheState } from '../history/cache-state.ts'
import type { SortedTree } from '../history/sorted-tree.ts'
import type { CachedItem } from '../items/cached-item.ts'
import type { CacherGetOptions, CacherList, CacherListOptions } from '../requests/requests.ts'
import type { Selection } from '../requests/selection.ts'
import type { Selections } from '../requests/selections.ts'
import { type ListPlan, planList } from './list-plan.ts'
import { readPage, readSingle } from './list-reader.ts'

export interface ReadsOptions<T extends KubernetesObject> {
  readonly state: CacheState<T>
  readonly source: CacherSource<T>
  readonly readiness: Readiness
  readonly freshness: Freshness
  readonly selections: Selections
  readonly isNamespaced: boolean
}

/** Serves lists and gets from the cache if possible, otherwise from the source. */
export class Reads<T extends KubernetesObject = KubernetesObject> {
  readonly #options: ReadsOptions<T>

  constructor(options: ReadsOptions<T>) {
    this.#options = options
  }

  async get(options: CacherGetOptions): Promise<CachedItem<T> | undefined> {
    const { state, source, readiness, freshness } = this.#options
    const { namespace, name, resourceVersion = '', signal } = options
    const revision = requestedRevision(resourceVersion, state.revision)
    if (readiness.isStopped) readiness.check()
    if (resourceVersion === '' || !readiness.isReady) {
      const object = await source.get(namespace, name, signal)
      return object && state.cached(object)
    }
    await freshness.until(revision, signal)
    return state.tree.get(storageKey(namespace, name))
  }

  async list(options: CacherListOptions): Promise<CacherList<T>> {
    const { readiness, source, selections } = this.#options
    if (readiness.isStopped) readiness.check()
    const selection = selections.get(options)
    const plan = planList(options, {
      isSingle: this.#singleKey(selection) !== undefined,
      canRequestProgress: source.requestProgress !== undefined,
    })
    if (plan.kind === 'source') return this.#askSource(options)
    if (!readiness.isReady) {
      // A paginated list without selectors is cheap for the source; all others are rejected with a retry delay.
      if ((options.limit ?? 0) > 0 && !selection.hasSelectors) return this.#askSource(options)
      readiness.check()
    }
    return this.#answer(plan, options, selection)
  }

  async #answer(
    plan: Exclude<ListPlan, { kind: 'source' }>,
    options: CacherListOptions,
    selection: Selection,
  ): Promise<CacherList<T>> {
    const { state, freshness } = this.#options
    switch (plan.kind) {
      case 'any':
        return this.#read(state.tree, state.revision, { ...options, limit: 0 }, selection, '')
      case 'not-older-than':
        await freshness.until(plan.revision, options.signal)
        return this.#read(state.tree, state.revision, options, selection, '')
      case 'consistent':
        return this.#readConsistent(options, selection, plan.startKey)
      case 'exact': {
        await freshness.until(plan.revision, options.signal)
        const snapshot = state.snapshotAt(plan.revision)
        if (!snapshot) return this.#askSource(options)
        return this.#read(snapshot, plan.revision, options, selection, plan.startKey)
      }
    }
  }

  async #readConsistent(
    options: CacherListOptions,
    selection: Selection,
    startKey: string,
  ): Promise<CacherList<T>> {
    const { state, source, freshness } = this.#options
    try {
      await freshness.until(await source.currentResourceVersion(options.signal), options.signal)
    } catch (error) {
      if (isTooLargeResourceVersion(error)) return this.#askSource(options)
      throw error
    }
    return this.#read(state.tree, state.revision, options, selection, startKey)
  }

  #read(
    tree: SortedTree<CachedItem<T>>,
    revision: string,
    { limit = 0, namespace = '' }: CacherListOptions,
    selection: Selection,
    startKey: string,
  ): CacherList<T> {
    const key = this.#singleKey(selection)
    if (key !== undefined) return readSingle(tree, key, selection, revision)
    return readPage(tree, { selection, namespace, limit: Math.max(0, limit), startKey, revision })
  }

  async #askSource(options: CacherListOptions): Promise<CacherList<T>> {
    const { source, state } = this.#options
    const { signal } = options
    const list = await source.list(
      {
        namespace: options.namespace ?? '',
        labelSelector: options.labelSelector ?? '',
        fieldSelector: options.fieldSelector ?? '',
        resourceVersion: options.resourceVersion ?? '',
        resourceVersionMatch: options.resourceVersionMatch ?? '',
        limit: Math.max(0, options.limit ?? 0),
        continue: options.continue ?? '',
      },
      signal,
    )
    return {
      resourceVersion: list.resourceVersion,
      items: list.items.map(item => state.cached(item)),
      continue: list.continue ?? '',
      remainingItemCount: list.remainingItemCount,
    }
  }

  #singleKey(selection: Selection): string | undefined {
    return selection.singleKey(this.#options.isNamespaced)
  }
}
