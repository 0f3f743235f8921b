// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { defineResource, type NamespacedResource } from '../api/resource.ts'

/** autoscaling/v1 horizontalpodautoscalers. */
export const horizontalPodAutoscalers: NamespacedResource<HorizontalPodAutoscaler, string, 'status'> =
  /* @__PURE__ */ defineResource({
    group: 'autoscaling',
    version: 'v1',
    plural: 'horizontalpodautoscalers',
    kind: 'HorizontalPodAutoscaler',
    namespaced: true,
  })

/** autoscaling/v1 CrossVersionObjectReference. */
export interface CrossVersionObjectReference {
  readonly apiVersion?: string
  readonly kind: string
  readonly name: string
}

/** autoscaling/v1 HorizontalPodAutoscaler. */
export interface HorizontalPodAutoscaler extends KubernetesObject {
  readonly apiVersion?: 'autoscaling/v1'
  readonly kind?: 'HorizontalPodAutoscaler'
  readonly metadata?: ObjectMeta
  readonly spec: HorizontalPodAutoscalerSpec
  readonly status?: HorizontalPodAutoscalerStatus
}

/** autoscaling/v1 HorizontalPodAutoscalerSpec. */
export interface HorizontalPodAutoscalerSpec {
  readonly maxReplicas: number
  readonly minReplicas?: number
  readonly scaleTargetRef: CrossVersionObjectReference
  readonly targetCPUUtilizationPercentage?: number
}

/** autoscaling/v1 HorizontalPodAutoscalerStatus. */
export interface HorizontalPodAutoscalerStatus {
  readonly currentCPUUtilizationPercentage?: number
  readonly currentReplicas: number
  readonly desiredReplicas: number
  readonly lastScaleTime?: string
  readonly observedGeneration?: number
}

/** autoscaling/v1 Scale. */
export interface Scale extends KubernetesObject {
  readonly apiVersion?: 'autoscaling/v1'
  readonly kind?: 'Scale'
  readonly metadata?: ObjectMeta
  readonly spec?: ScaleSpec
  readonly status?: ScaleStatus
}

/** autoscaling/v1 ScaleSpec. */
export interface ScaleSpec {
  readonly replicas?: number
}

/** autoscaling/v1 ScaleStatus. */
export interface ScaleStatus {
  readonly replicas: number
  readonly selector?: string
}
