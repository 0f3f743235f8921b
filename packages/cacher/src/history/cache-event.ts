import type { KubernetesObject } from '@kube-informer/core'
import type { CachedItem } from '../items/cached-item.ts'
import type { SortedTree } from './sorted-tree.ts'

/** The parts of a {@link CacheEvent}. */
export interface CacheEventParts<T extends KubernetesObject> {
  readonly revision: string
  /** Arrival time, in ms of the clock. */
  readonly time: number
  readonly previous: CachedItem<T> | undefined
  readonly current: CachedItem<T> | undefined
}

/** One write with the object before and after it, which together determine the delivery of each watch. */
export class CacheEvent<T extends KubernetesObject = KubernetesObject> {
  readonly revision: string
  readonly time: number
  /** Absent for a creation. */
  readonly previous: CachedItem<T> | undefined
  /** Absent for a deletion. */
  readonly current: CachedItem<T> | undefined
  /** The state after the write, while it is retained for lists of past revisions. */
  snapshot: SortedTree<CachedItem<T>> | undefined

  constructor({ revision, time, previous, current }: CacheEventParts<T>) {
    this.revision = revision
    this.time = time
    this.previous = previous
    this.current = current
  }

  /** The length of the texts of both versions, in characters: at least what only the history retains. */
  get size(): number {
    return (this.previous?.size ?? 0) + (this.current?.size ?? 0)
  }
}
