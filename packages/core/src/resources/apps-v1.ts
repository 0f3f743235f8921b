// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { LabelSelector } from '../api/label-selector.ts'
import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { defineResource, type NamespacedResource } from '../api/resource.ts'
import type { PersistentVolumeClaim, PodTemplateSpec } from './core-v1.ts'

/** apps/v1 controllerrevisions. */
export const controllerRevisions: NamespacedResource<ControllerRevision, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'apps',
    version: 'v1',
    plural: 'controllerrevisions',
    kind: 'ControllerRevision',
    namespaced: true,
  })

/** apps/v1 daemonsets. */
export const daemonSets: NamespacedResource<DaemonSet, string, 'status'> = /* @__PURE__ */ defineResource({
  group: 'apps',
  version: 'v1',
  plural: 'daemonsets',
  kind: 'DaemonSet',
  namespaced: true,
})

/** apps/v1 deployments. */
export const deployments: NamespacedResource<Deployment, string, 'scale' | 'status'> =
  /* @__PURE__ */ defineResource({
    group: 'apps',
    version: 'v1',
    plural: 'deployments',
    kind: 'Deployment',
    namespaced: true,
  })

/** apps/v1 replicasets. */
export const replicaSets: NamespacedResource<ReplicaSet, string, 'scale' | 'status'> =
  /* @__PURE__ */ defineResource({
    group: 'apps',
    version: 'v1',
    plural: 'replicasets',
    kind: 'ReplicaSet',
    namespaced: true,
  })

/** apps/v1 statefulsets. */
export const statefulSets: NamespacedResource<StatefulSet, string, 'scale' | 'status'> =
  /* @__PURE__ */ defineResource({
    group: 'apps',
    version: 'v1',
    plural: 'statefulsets',
    kind: 'StatefulSet',
    namespaced: true,
  })

/** apps/v1 ControllerRevision. */
export interface ControllerRevision extends KubernetesObject {
  readonly apiVersion?: 'apps/v1'
  readonly data: { readonly [key: string]: unknown }
  readonly kind?: 'ControllerRevision'
  readonly metadata?: ObjectMeta
  readonly revision?: number
}

/** apps/v1 DaemonSet. */
export interface DaemonSet extends KubernetesObject {
  readonly apiVersion?: 'apps/v1'
  readonly kind?: 'DaemonSet'
  readonly metadata?: ObjectMeta
  readonly spec: DaemonSetSpec
  readonly status?: DaemonSetStatus
}

/** apps/v1 DaemonSetCondition. */
export interface DaemonSetCondition {
  readonly lastTransitionTime?: string
  readonly message?: string
  readonly reason?: string
  readonly status?: string
  readonly type?: string
}

/** apps/v1 DaemonSetSpec. */
export interface DaemonSetSpec {
  readonly minReadySeconds?: number
  readonly revisionHistoryLimit?: number
  readonly selector: LabelSelector
  readonly template: PodTemplateSpec
  readonly updateStrategy?: DaemonSetUpdateStrategy
}

/** apps/v1 DaemonSetStatus. */
export interface DaemonSetStatus {
  readonly collisionCount?: number
  readonly conditions?: readonly DaemonSetCondition[]
  readonly currentNumberScheduled: number
  readonly desiredNumberScheduled: number
  readonly numberAvailable?: number
  readonly numberMisscheduled: number
  readonly numberReady: number
  readonly numberUnavailable?: number
  readonly observedGeneration?: number
  readonly updatedNumberScheduled?: number
}

/** apps/v1 DaemonSetUpdateStrategy. */
export interface DaemonSetUpdateStrategy {
  readonly rollingUpdate?: RollingUpdateDaemonSet
  readonly type?: 'OnDelete' | 'RollingUpdate'
}

/** apps/v1 Deployment. */
export interface Deployment extends KubernetesObject {
  readonly apiVersion?: 'apps/v1'
  readonly kind?: 'Deployment'
  readonly metadata?: ObjectMeta
  readonly spec: DeploymentSpec
  readonly status?: DeploymentStatus
}

/** apps/v1 DeploymentCondition. */
export interface DeploymentCondition {
  readonly lastTransitionTime?: string
  readonly lastUpdateTime?: string
  readonly message?: string
  readonly reason?: string
  readonly status?: string
  readonly type?: string
}

/** apps/v1 DeploymentSpec. */
export interface DeploymentSpec {
  readonly minReadySeconds?: number
  readonly paused?: boolean
  readonly progressDeadlineSeconds?: number
  readonly replicas?: number
  readonly revisionHistoryLimit?: number
  readonly selector: LabelSelector
  readonly strategy?: DeploymentStrategy
  readonly template: PodTemplateSpec
}

/** apps/v1 DeploymentStatus. */
export interface DeploymentStatus {
  readonly availableReplicas?: number
  readonly collisionCount?: number
  readonly conditions?: readonly DeploymentCondition[]
  readonly observedGeneration?: number
  readonly readyReplicas?: number
  readonly replicas?: number
  readonly terminatingReplicas?: number
  readonly unavailableReplicas?: number
  readonly updatedReplicas?: number
}

/** apps/v1 DeploymentStrategy. */
export interface DeploymentStrategy {
  readonly rollingUpdate?: RollingUpdateDeployment
  readonly type?: 'Recreate' | 'RollingUpdate'
}

/** apps/v1 ReplicaSet. */
export interface ReplicaSet extends KubernetesObject {
  readonly apiVersion?: 'apps/v1'
  readonly kind?: 'ReplicaSet'
  readonly metadata?: ObjectMeta
  readonly spec: ReplicaSetSpec
  readonly status?: ReplicaSetStatus
}

/** apps/v1 ReplicaSetCondition. */
export interface ReplicaSetCondition {
  readonly lastTransitionTime?: string
  readonly message?: string
  readonly reason?: string
  readonly status?: string
  readonly type?: string
}

/** apps/v1 ReplicaSetSpec. */
export interface ReplicaSetSpec {
  readonly minReadySeconds?: number
  readonly replicas?: number
  readonly selector: LabelSelector
  readonly template?: PodTemplateSpec
}

/** apps/v1 ReplicaSetStatus. */
export interface ReplicaSetStatus {
  readonly availableReplicas?: number
  readonly conditions?: readonly ReplicaSetCondition[]
  readonly fullyLabeledReplicas?: number
  readonly observedGeneration?: number
  readonly readyReplicas?: number
  readonly replicas: number
  readonly terminatingReplicas?: number
}

/** apps/v1 RollingUpdateDaemonSet. */
export interface RollingUpdateDaemonSet {
  readonly maxSurge?: number | string
  readonly maxUnavailable?: number | string
}

/** apps/v1 RollingUpdateDeployment. */
export interface RollingUpdateDeployment {
  readonly maxSurge?: number | string
  readonly maxUnavailable?: number | string
}

/** apps/v1 RollingUpdateStatefulSetStrategy. */
export interface RollingUpdateStatefulSetStrategy {
  readonly maxUnavailable?: number | string
  readonly partition?: number
}

/** apps/v1 StatefulSet. */
export interface StatefulSet extends KubernetesObject {
  readonly apiVersion?: 'apps/v1'
  readonly kind?: 'StatefulSet'
  readonly metadata?: ObjectMeta
  readonly spec: StatefulSetSpec
  readonly status?: StatefulSetStatus
}

/** apps/v1 StatefulSetCondition. */
export interface StatefulSetCondition {
  readonly lastTransitionTime?: string
  readonly message?: string
  readonly reason?: string
  readonly status?: string
  readonly type?: string
}

/** apps/v1 StatefulSetOrdinals. */
export interface StatefulSetOrdinals {
  readonly start?: number
}

/** apps/v1 StatefulSetPersistentVolumeClaimRetentionPolicy. */
export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  readonly whenDeleted?: string
  readonly whenScaled?: string
}

/** apps/v1 StatefulSetSpec. */
export interface StatefulSetSpec {
  readonly minReadySeconds?: number
  readonly ordinals?: StatefulSetOrdinals
  readonly persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy
  readonly podManagementPolicy?: 'OrderedReady' | 'Parallel'
  readonly replicas?: number
  readonly revisionHistoryLimit?: number
  readonly selector: LabelSelector
  readonly serviceName?: string
  readonly template: PodTemplateSpec
  readonly updateStrategy?: StatefulSetUpdateStrategy
  readonly volumeClaimTemplates?: readonly PersistentVolumeClaim[]
}

/** apps/v1 StatefulSetStatus. */
export interface StatefulSetStatus {
  readonly availableReplicas?: number
  readonly collisionCount?: number
  readonly conditions?: readonly StatefulSetCondition[]
  readonly currentReplicas?: number
  readonly currentRevision?: string
  readonly observedGeneration?: number
  readonly readyReplicas?: number
  readonly replicas: number
  readonly updateRevision?: string
  readonly updatedReplicas?: number
}

/** apps/v1 StatefulSetUpdateStrategy. */
export interface StatefulSetUpdateStrategy {
  readonly rollingUpdate?: RollingUpdateStatefulSetStrategy
  readonly type?: 'OnDelete' | 'Recreate' | 'RollingUpdate'
}
