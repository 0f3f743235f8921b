// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { defineResource, type NamespacedResource } from '../api/resource.ts'

/** coordination.k8s.io/v1 leases. */
export const leases: NamespacedResource<Lease, string, never> = /* @__PURE__ */ defineResource({
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
  namespaced: true,
})

/** coordination/v1 Lease. */
export interface Lease extends KubernetesObject {
  readonly apiVersion?: 'coordination.k8s.io/v1'
  readonly kind?: 'Lease'
  readonly metadata?: ObjectMeta
  readonly spec?: LeaseSpec
}

/** coordination/v1 LeaseSpec. */
export interface LeaseSpec {
  readonly acquireTime?: string
  readonly holderIdentity?: string
  readonly leaseDurationSeconds?: number
  readonly leaseTransitions?: number
  readonly preferredHolder?: string
  readonly renewTime?: string
  readonly strategy?: string
}
