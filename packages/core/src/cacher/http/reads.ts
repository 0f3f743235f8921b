import type { KubernetesObject } from '../../api/object.ts'
import type { CachedObject } from '../cached-object.ts'
import type { CacherGetOptions, CacherList, CacherListOptions, CacherWatchOptions } from '../requests.ts'
import type { CacherWatch } from '../watch.ts'

/** Who answers reads of a resource: a `Cacher`, or something else that keeps to its rules. Refusals are StatusErrors. */
export interface Reads<T extends KubernetesObject = KubernetesObject> {
  list(options: CacherListOptions): Promise<CacherList<T>>
  /** Undefined where there is none. */
  get(options: CacherGetOptions): Promise<CachedObject<T> | undefined>
  watch(options: CacherWatchOptions): Promise<CacherWatch<T>>
}
