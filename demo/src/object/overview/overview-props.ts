import type { KubernetesObject } from '@kube-informer/core'
import type { Kind } from '../../kinds/kind.ts'

/** What a view of an object shows. */
export interface OverviewProps {
  readonly kind: Kind
  readonly object: KubernetesObject
}
