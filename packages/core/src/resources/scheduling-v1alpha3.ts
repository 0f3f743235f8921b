// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

/** scheduling/v1alpha3 TopologyConstraint. */
export interface TopologyConstraint {
  readonly key: string
}

/** scheduling/v1alpha3 WorkloadPodGroupAllDisruptionMode. */
export type WorkloadPodGroupAllDisruptionMode = { readonly [key: string]: unknown }

/** scheduling/v1alpha3 WorkloadPodGroupBasicSchedulingPolicy. */
export type WorkloadPodGroupBasicSchedulingPolicy = { readonly [key: string]: unknown }

/** scheduling/v1alpha3 WorkloadPodGroupDisruptionMode. */
export interface WorkloadPodGroupDisruptionMode {
  readonly all?: WorkloadPodGroupAllDisruptionMode
  readonly single?: WorkloadPodGroupSingleDisruptionMode
}

/** scheduling/v1alpha3 WorkloadPodGroupGangSchedulingPolicy. */
export interface WorkloadPodGroupGangSchedulingPolicy {
  readonly minCount?: number
}

/** scheduling/v1alpha3 WorkloadPodGroupResourceClaim. */
export interface WorkloadPodGroupResourceClaim {
  readonly name: string
  readonly resourceClaimName?: string
  readonly resourceClaimTemplateName?: string
}

/** scheduling/v1alpha3 WorkloadPodGroupSchedulingConstraints. */
export interface WorkloadPodGroupSchedulingConstraints {
  readonly topology?: readonly TopologyConstraint[]
}

/** scheduling/v1alpha3 WorkloadPodGroupSchedulingPolicy. */
export interface WorkloadPodGroupSchedulingPolicy {
  readonly basic?: WorkloadPodGroupBasicSchedulingPolicy
  readonly gang?: WorkloadPodGroupGangSchedulingPolicy
}

/** scheduling/v1alpha3 WorkloadPodGroupSingleDisruptionMode. */
export type WorkloadPodGroupSingleDisruptionMode = { readonly [key: string]: unknown }
