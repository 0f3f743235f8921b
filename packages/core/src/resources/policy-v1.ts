// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { LabelSelector } from '../api/label-selector.ts'
import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { defineResource, type NamespacedResource } from '../api/resource.ts'
import type { Condition, DeleteOptions } from './meta-v1.ts'

/** policy/v1 poddisruptionbudgets. */
export const podDisruptionBudgets: NamespacedResource<PodDisruptionBudget, string, 'status'> =
  /* @__PURE__ */ defineResource({
    group: 'policy',
    version: 'v1',
    plural: 'poddisruptionbudgets',
    kind: 'PodDisruptionBudget',
    namespaced: true,
  })

/** policy/v1 Eviction. */
export interface Eviction extends KubernetesObject {
  readonly apiVersion?: 'policy/v1'
  readonly deleteOptions?: DeleteOptions
  readonly kind?: 'Eviction'
  readonly metadata?: ObjectMeta
}

/** policy/v1 PodDisruptionBudget. */
export interface PodDisruptionBudget extends KubernetesObject {
  readonly apiVersion?: 'policy/v1'
  readonly kind?: 'PodDisruptionBudget'
  readonly metadata?: ObjectMeta
  readonly spec?: PodDisruptionBudgetSpec
  readonly status?: PodDisruptionBudgetStatus
}

/** policy/v1 PodDisruptionBudgetSpec. */
export interface PodDisruptionBudgetSpec {
  readonly maxUnavailable?: number | string
  readonly minAvailable?: number | string
  readonly selector?: LabelSelector
  readonly unhealthyPodEvictionPolicy?: 'AlwaysAllow' | 'IfHealthyBudget'
}

/** policy/v1 PodDisruptionBudgetStatus. */
export interface PodDisruptionBudgetStatus {
  readonly conditions?: readonly Condition[]
  readonly currentHealthy?: number
  readonly desiredHealthy?: number
  readonly disruptedPods?: { readonly [key: string]: string }
  readonly disruptionsAllowed?: number
  readonly expectedPods?: number
  readonly observedGeneration?: number
}
