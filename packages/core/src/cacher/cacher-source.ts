import type { KubernetesObject } from '../api/object.ts'

/** A list that the cache cannot answer by itself, or must not; the words of meta/v1 ListOptions. */
export interface SourceListOptions {
  /** "" for all. */
  readonly namespace: string
  readonly labelSelector: string
  readonly fieldSelector: string
  readonly resourceVersion: string
  readonly resourceVersionMatch: '' | 'Exact' | 'NotOlderThan'
  /** 0 for no limit. */
  readonly limit: number
  /** The token as the client sent it; "" for a first page. */
  readonly continue: string
}

/** What a list finds, before it is encoded. */
export interface SourceList<T> {
  readonly resourceVersion: string
  readonly items: readonly T[]
  /** Where the next page starts; absent or "" on the last one. */
  readonly continue?: string | undefined
  readonly remainingItemCount?: number | undefined
}

/**
 * Where a cache's objects come from, for what the cache has not: storage, or another apiserver. Refusals are thrown as
 * StatusErrors and go to the client as they are.
 */
export interface CacherSource<T extends KubernetesObject = KubernetesObject> {
  list(options: SourceListOptions, signal?: AbortSignal): Promise<SourceList<T>>
  /** The newest version of one object; undefined where there is none. */
  get(namespace: string, name: string, signal?: AbortSignal): Promise<T | undefined>
  /** The newest resourceVersion of all, known for certain. */
  currentResourceVersion(signal?: AbortSignal): Promise<string>
  /**
   * Has the feed call `progress` soon with how far it is, also where nothing was written. A source that cannot do
   * that has no such method, and then answers every list that must be up to date itself.
   */
  requestProgress?(): void
}
