import type { KubernetesObject } from '../api/object.ts'
import type { ListerWatcher } from '../client/lister-watcher.ts'
import type { Row } from '../row/row.ts'

/** The upstream apiserver of a cache. It delivers complete objects or rows. */
export type Upstream<T extends KubernetesObject = KubernetesObject> = Pick<
  ListerWatcher<T | Row<T>>,
  'list' | 'watch'
>
