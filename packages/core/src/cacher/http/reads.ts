import type { KubernetesObject } from '../../api/object.ts'
import type { CachedObject } from '../cached-object.ts'
import type { CacherGetOptions, CacherList, CacherListOptions, CacherWatchOptions } from '../requests.ts'
import type { CacherWatch } from '../watch.ts'

/** Implements reads of a resource: a `Cacher`, or an equivalent. Errors are thrown as StatusErrors. */
export interface Reads<T extends KubernetesObject = KubernetesObject> {
  list(options: CacherListOptions): Promise<CacherList<T>>
  /** Resolves with undefined if there is no such object. */
  get(options: CacherGetOptions): Promise<CachedObject<T> | undefined>
  watch(options: CacherWatchOptions): Promise<CacherWatch<T>>
}
