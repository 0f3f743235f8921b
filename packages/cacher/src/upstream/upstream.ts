import type { KubernetesObject, ListerWatcher, Row } from '@kube-informer/core'

/** The upstream apiserver of a cache. It delivers complete objects or rows. */
export type Upstream<T extends KubernetesObject = KubernetesObject> = Pick<
  ListerWatcher<T | Row<T>>,
  'list' | 'watch'
>
