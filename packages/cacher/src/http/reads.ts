import type { KubernetesObject } from '@kube-informer/core'
import type { CachedItem } from '../items/cached-item.ts'
import type {
  CacherGetOptions,
  CacherList,
  CacherListOptions,
  CacherWatchOptions,
} from '../requests/requests.ts'
import type { CacherWatch } from '../watch/watch.ts'

/** Implements reads of a resource: a `Cacher`, or an equivalent. Errors are thrown as StatusErrors. */
export interface Reads<T extends KubernetesObject = KubernetesObject> {
  list(options: CacherListOptions): Promise<CacherList<T>>
  /** Resolves with undefined if there is no such object. */
  get(options: CacherGetOptions): Promise<CachedItem<T> | undefined>
  watch(options: CacherWatchOptions): Promise<CacherWatch<T>>
}
