// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { LabelSelector } from '../api/label-selector.ts'
import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { defineResource, type NamespacedResource } from '../api/resource.ts'

/** autoscaling/v2 horizontalpodautoscalers. */
export const horizontalPodAutoscalers: NamespacedResource<HorizontalPodAutoscaler, string, 'status'> =
  /* @__PURE__ */ defineResource({
    group: 'autoscaling',
    version: 'v2',
    plural: 'horizontalpodautoscalers',
    kind: 'HorizontalPodAutoscaler',
    namespaced: true,
  })

/** autoscaling/v2 ContainerResourceMetricSource. */
export interface ContainerResourceMetricSource {
  readonly container: string
  readonly name: string
  readonly target: MetricTarget
}

/** autoscaling/v2 ContainerResourceMetricStatus. */
export interface ContainerResourceMetricStatus {
  readonly container: string
  readonly current: MetricValueStatus
  readonly name: string
}

/** autoscaling/v2 CrossVersionObjectReference. */
export interface CrossVersionObjectReference {
  readonly apiVersion?: string
  readonly kind: string
  readonly name: string
}

/** autoscaling/v2 ExternalMetricSource. */
export interface ExternalMetricSource {
  readonly metric: MetricIdentifier
  readonly target: MetricTarget
}

/** autoscaling/v2 ExternalMetricStatus. */
export interface ExternalMetricStatus {
  readonly current: MetricValueStatus
  readonly metric: MetricIdentifier
}

/** autoscaling/v2 HPAScalingPolicy. */
export interface HPAScalingPolicy {
  readonly periodSeconds: number
  readonly type: string
  readonly value: number
}

/** autoscaling/v2 HPAScalingRules. */
export interface HPAScalingRules {
  readonly policies?: readonly HPAScalingPolicy[]
  readonly selectPolicy?: string
  readonly stabilizationWindowSeconds?: number
  readonly tolerance?: string
}

/** autoscaling/v2 HorizontalPodAutoscaler. */
export interface HorizontalPodAutoscaler extends KubernetesObject {
  readonly apiVersion?: 'autoscaling/v2'
  readonly kind?: 'HorizontalPodAutoscaler'
  readonly metadata?: ObjectMeta
  readonly spec: HorizontalPodAutoscalerSpec
  readonly status?: HorizontalPodAutoscalerStatus
}

/** autoscaling/v2 HorizontalPodAutoscalerBehavior. */
export interface HorizontalPodAutoscalerBehavior {
  readonly scaleDown?: HPAScalingRules
  readonly scaleUp?: HPAScalingRules
}

/** autoscaling/v2 HorizontalPodAutoscalerCondition. */
export interface HorizontalPodAutoscalerCondition {
  readonly lastTransitionTime?: string
  readonly message?: string
  readonly observedGeneration?: number
  readonly reason?: string
  readonly status: string
  readonly type: string
}

/** autoscaling/v2 HorizontalPodAutoscalerSpec. */
export interface HorizontalPodAutoscalerSpec {
  readonly behavior?: HorizontalPodAutoscalerBehavior
  readonly maxReplicas: number
  readonly metrics?: readonly MetricSpec[]
  readonly minReplicas?: number
  readonly scaleTargetRef: CrossVersionObjectReference
}

/** autoscaling/v2 HorizontalPodAutoscalerStatus. */
export interface HorizontalPodAutoscalerStatus {
  readonly conditions?: readonly HorizontalPodAutoscalerCondition[]
  readonly currentMetrics?: readonly MetricStatus[]
  readonly currentReplicas?: number
  readonly desiredReplicas: number
  readonly lastScaleTime?: string
  readonly observedGeneration?: number
}

/** autoscaling/v2 MetricIdentifier. */
export interface MetricIdentifier {
  readonly name: string
  readonly selector?: LabelSelector
}

/** autoscaling/v2 MetricSpec. */
export interface MetricSpec {
  readonly containerResource?: ContainerResourceMetricSource
  readonly external?: ExternalMetricSource
  readonly object?: ObjectMetricSource
  readonly pods?: PodsMetricSource
  readonly resource?: ResourceMetricSource
  readonly type: string
}

/** autoscaling/v2 MetricStatus. */
export interface MetricStatus {
  readonly containerResource?: ContainerResourceMetricStatus
  readonly external?: ExternalMetricStatus
  readonly object?: ObjectMetricStatus
  readonly pods?: PodsMetricStatus
  readonly resource?: ResourceMetricStatus
  readonly type: string
}

/** autoscaling/v2 MetricTarget. */
export interface MetricTarget {
  readonly averageUtilization?: number
  readonly averageValue?: string
  readonly type: string
  readonly value?: string
}

/** autoscaling/v2 MetricValueStatus. */
export interface MetricValueStatus {
  readonly averageUtilization?: number
  readonly averageValue?: string
  readonly value?: string
}

/** autoscaling/v2 ObjectMetricSource. */
export interface ObjectMetricSource {
  readonly describedObject: CrossVersionObjectReference
  readonly metric: MetricIdentifier
  readonly target: MetricTarget
}

/** autoscaling/v2 ObjectMetricStatus. */
export interface ObjectMetricStatus {
  readonly current: MetricValueStatus
  readonly describedObject: CrossVersionObjectReference
  readonly metric: MetricIdentifier
}

/** autoscaling/v2 PodsMetricSource. */
export interface PodsMetricSource {
  readonly metric: MetricIdentifier
  readonly target: MetricTarget
}

/** autoscaling/v2 PodsMetricStatus. */
export interface PodsMetricStatus {
  readonly current: MetricValueStatus
  readonly metric: MetricIdentifier
}

/** autoscaling/v2 ResourceMetricSource. */
export interface ResourceMetricSource {
  readonly name: string
  readonly target: MetricTarget
}

/** autoscaling/v2 ResourceMetricStatus. */
export interface ResourceMetricStatus {
  readonly current: MetricValueStatus
  readonly name: string
}
