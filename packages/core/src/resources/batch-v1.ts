// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { LabelSelector } from '../api/label-selector.ts'
import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { defineResource, type NamespacedResource } from '../api/resource.ts'
import type { ObjectReference, PodTemplateSpec } from './core-v1.ts'
import type {
  WorkloadPodGroupDisruptionMode,
  WorkloadPodGroupResourceClaim,
  WorkloadPodGroupSchedulingConstraints,
  WorkloadPodGroupSchedulingPolicy,
} from './scheduling-v1alpha3.ts'

/** batch/v1 cronjobs. */
export const cronJobs: NamespacedResource<CronJob, string, 'status'> = /* @__PURE__ */ defineResource({
  group: 'batch',
  version: 'v1',
  plural: 'cronjobs',
  kind: 'CronJob',
  namespaced: true,
})

/** batch/v1 jobs. */
export const jobs: NamespacedResource<Job, string, 'status'> = /* @__PURE__ */ defineResource({
  group: 'batch',
  version: 'v1',
  plural: 'jobs',
  kind: 'Job',
  namespaced: true,
})

/** batch/v1 CronJob. */
export interface CronJob extends KubernetesObject {
  readonly apiVersion?: 'batch/v1'
  readonly kind?: 'CronJob'
  readonly metadata?: ObjectMeta
  readonly spec: CronJobSpec
  readonly status?: CronJobStatus
}

/** batch/v1 CronJobSpec. */
export interface CronJobSpec {
  readonly concurrencyPolicy?: 'Allow' | 'Forbid' | 'Replace'
  readonly failedJobsHistoryLimit?: number
  readonly jobTemplate: JobTemplateSpec
  readonly schedule: string
  readonly startingDeadlineSeconds?: number
  readonly successfulJobsHistoryLimit?: number
  readonly suspend?: boolean
  readonly timeZone?: string
}

/** batch/v1 CronJobStatus. */
export interface CronJobStatus {
  readonly active?: readonly ObjectReference[]
  readonly lastScheduleTime?: string
  readonly lastSuccessfulTime?: string
}

/** batch/v1 Job. */
export interface Job extends KubernetesObject {
  readonly apiVersion?: 'batch/v1'
  readonly kind?: 'Job'
  readonly metadata?: ObjectMeta
  readonly spec?: JobSpec
  readonly status?: JobStatus
}

/** batch/v1 JobCondition. */
export interface JobCondition {
  readonly lastProbeTime?: string
  readonly lastTransitionTime?: string
  readonly message?: string
  readonly reason?: string
  readonly status: string
  readonly type: string
}

/** batch/v1 JobSchedulingConfiguration. */
export interface JobSchedulingConfiguration {
  readonly disruptionMode?: WorkloadPodGroupDisruptionMode
  readonly resourceClaims?: readonly WorkloadPodGroupResourceClaim[]
  readonly schedulingConstraints?: WorkloadPodGroupSchedulingConstraints
  readonly schedulingPolicy?: WorkloadPodGroupSchedulingPolicy
}

/** batch/v1 JobSpec. */
export interface JobSpec {
  readonly activeDeadlineSeconds?: number
  readonly backoffLimit?: number
  readonly backoffLimitPerIndex?: number
  readonly completionMode?: 'Indexed' | 'NonIndexed'
  readonly completions?: number
  readonly managedBy?: string
  readonly manualSelector?: boolean
  readonly maxFailedIndexes?: number
  readonly parallelism?: number
  readonly podFailurePolicy?: PodFailurePolicy
  readonly podReplacementPolicy?: 'Failed' | 'TerminatingOrFailed'
  readonly scheduling?: JobSchedulingConfiguration
  readonly selector?: LabelSelector
  readonly successPolicy?: SuccessPolicy
  readonly suspend?: boolean
  readonly template: PodTemplateSpec
  readonly ttlSecondsAfterFinished?: number
}

/** batch/v1 JobStatus. */
export interface JobStatus {
  readonly active?: number
  readonly completedIndexes?: string
  readonly completionTime?: string
  readonly conditions?: readonly JobCondition[]
  readonly failed?: number
  readonly failedIndexes?: string
  readonly ready?: number
  readonly startTime?: string
  readonly succeeded?: number
  readonly terminating?: number
  readonly uncountedTerminatedPods?: UncountedTerminatedPods
}

/** batch/v1 JobTemplateSpec. */
export interface JobTemplateSpec {
  readonly metadata?: ObjectMeta
  readonly spec?: JobSpec
}

/** batch/v1 PodFailurePolicy. */
export interface PodFailurePolicy {
  readonly rules: readonly PodFailurePolicyRule[]
}

/** batch/v1 PodFailurePolicyOnExitCodesRequirement. */
export interface PodFailurePolicyOnExitCodesRequirement {
  readonly containerName?: string
  readonly operator: 'In' | 'NotIn'
  readonly values: readonly number[]
}

/** batch/v1 PodFailurePolicyOnPodConditionsPattern. */
export interface PodFailurePolicyOnPodConditionsPattern {
  readonly status?: string
  readonly type: string
}

/** batch/v1 PodFailurePolicyRule. */
export interface PodFailurePolicyRule {
  readonly action: 'Count' | 'FailIndex' | 'FailJob' | 'Ignore'
  readonly onExitCodes?: PodFailurePolicyOnExitCodesRequirement
  readonly onPodConditions?: readonly PodFailurePolicyOnPodConditionsPattern[]
}

/** batch/v1 SuccessPolicy. */
export interface SuccessPolicy {
  readonly rules: readonly SuccessPolicyRule[]
}

/** batch/v1 SuccessPolicyRule. */
export interface SuccessPolicyRule {
  readonly succeededCount?: number
  readonly succeededIndexes?: string
}

/** batch/v1 UncountedTerminatedPods. */
export interface UncountedTerminatedPods {
  readonly failed?: readonly string[]
  readonly succeeded?: readonly string[]
}
