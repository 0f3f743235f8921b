// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { type ClusterResource, defineResource } from '../api/resource.ts'

/** scheduling.k8s.io/v1 priorityclasses, cluster-scoped. */
export const priorityClasses: ClusterResource<PriorityClass, string, never> = /* @__PURE__ */ defineResource({
  group: 'scheduling.k8s.io',
  version: 'v1',
  plural: 'priorityclasses',
  kind: 'PriorityClass',
  namespaced: false,
})

/** scheduling/v1 PriorityClass. */
export interface PriorityClass extends KubernetesObject {
  readonly apiVersion?: 'scheduling.k8s.io/v1'
  readonly description?: string
  readonly globalDefault?: boolean
  readonly kind?: 'PriorityClass'
  readonly metadata?: ObjectMeta
  readonly preemptionPolicy?: 'Never' | 'PreemptLowerPriority'
  readonly value?: number
}
