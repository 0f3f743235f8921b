import type { KubernetesObject, Row } from '@kube-informer/core'

/** A list that the cache cannot or must not serve itself (meta/v1 ListOptions). */
export interface SourceListOptions {
  /** "" for all. */
  readonly namespace: string
  readonly labelSelector: string
  readonly fieldSelector: string
  readonly resourceVersion: string
  readonly resourceVersionMatch: '' | 'Exact' | 'NotOlderThan'
  /** 0 for no limit. */
  readonly limit: number
  /** The client's continue token; "" for the first page. */
  readonly continue: string
}

/** The result of a list, before encoding. */
export interface SourceList<T> {
  readonly resourceVersion: string
  readonly items: readonly T[]
  /** Where the next page starts; absent or "" on the last one. */
  readonly continue?: string | undefined
  readonly remainingItemCount?: number | undefined
}

/**
 * The source of a cache, for requests that the cache cannot serve: storage, or another apiserver. StatusErrors are passed
 * to the client unchanged. It may return rows, if the cache is fed with rows.
 */
export interface CacherSource<T extends KubernetesObject = KubernetesObject> {
  list(options: SourceListOptions, signal?: AbortSignal): Promise<SourceList<T | Row<T>>>
  /** The newest version of one object; undefined if it does not exist. */
  get(namespace: string, name: string, signal?: AbortSignal): Promise<T | Row<T> | undefined>
  /** The newest resourceVersion of the source, read consistently. */
  currentResourceVersion(signal?: AbortSignal): Promise<string>
  /**
   * Makes the feed call `progress` soon with its current revision, also if nothing was written. A source without this
   * method serves every consistent list itself.
   */
  requestProgress?(): void
}
