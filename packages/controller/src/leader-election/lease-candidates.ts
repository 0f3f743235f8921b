import { defineResource, type KubernetesObject, type ResourceDefinition } from '@kube-informer/core'

/** coordination.k8s.io/v1beta1 leasecandidates: the candidates among which a coordinator selects. */
export const leaseCandidates: ResourceDefinition<LeaseCandidateObject> =
  /* @__PURE__ */ defineResource<LeaseCandidateObject>({
    group: 'coordination.k8s.io',
    version: 'v1beta1',
    plural: 'leasecandidates',
    kind: 'LeaseCandidate',
    namespaced: true,
  })

/** coordination/v1beta1 LeaseCandidate. */
export interface LeaseCandidateObject extends KubernetesObject {
  readonly spec?: {
    /** The Lease that the candidate wants. */
    readonly leaseName?: string
    /** When the coordinator last asked whether the candidate is there. */
    readonly pingTime?: string
    /** When the candidate last answered. */
    readonly renewTime?: string
    readonly binaryVersion?: string
    readonly emulationVersion?: string
    readonly strategy?: string
  }
}
