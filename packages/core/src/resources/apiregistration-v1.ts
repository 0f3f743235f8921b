// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { type ClusterResource, defineResource } from '../api/resource.ts'

/** apiregistration.k8s.io/v1 apiservices, cluster-scoped. */
export const apiServices: ClusterResource<APIService, string, 'status'> = /* @__PURE__ */ defineResource({
  group: 'apiregistration.k8s.io',
  version: 'v1',
  plural: 'apiservices',
  kind: 'APIService',
  namespaced: false,
})

/** apiregistration/v1 APIService. */
export interface APIService extends KubernetesObject {
  readonly apiVersion?: 'apiregistration.k8s.io/v1'
  readonly kind?: 'APIService'
  readonly metadata?: ObjectMeta
  readonly spec?: APIServiceSpec
  readonly status?: APIServiceStatus
}

/** apiregistration/v1 APIServiceCondition. */
export interface APIServiceCondition {
  readonly lastTransitionTime?: string
  readonly message?: string
  readonly reason?: string
  readonly status: string
  readonly type: string
}

/** apiregistration/v1 APIServiceSpec. */
export interface APIServiceSpec {
  readonly caBundle?: string
  readonly group?: string
  readonly groupPriorityMinimum: number
  readonly insecureSkipTLSVerify?: boolean
  readonly service?: ServiceReference
  readonly version?: string
  readonly versionPriority: number
}

/** apiregistration/v1 APIServiceStatus. */
export interface APIServiceStatus {
  readonly conditions?: readonly APIServiceCondition[]
}

/** apiregistration/v1 ServiceReference. */
export interface ServiceReference {
  readonly name?: string
  readonly namespace?: string
  readonly port?: number
}
