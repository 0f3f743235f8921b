// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { type ClusterResource, defineResource } from '../api/resource.ts'
import type { Toleration } from './core-v1.ts'

/** node.k8s.io/v1 runtimeclasses, cluster-scoped. */
export const runtimeClasses: ClusterResource<RuntimeClass, string, never> = /* @__PURE__ */ defineResource({
  group: 'node.k8s.io',
  version: 'v1',
  plural: 'runtimeclasses',
  kind: 'RuntimeClass',
  namespaced: false,
})

/** node/v1 Overhead. */
export interface Overhead {
  readonly podFixed?: { readonly [key: string]: string }
}

/** node/v1 RuntimeClass. */
export interface RuntimeClass extends KubernetesObject {
  readonly apiVersion?: 'node.k8s.io/v1'
  readonly handler: string
  readonly kind?: 'RuntimeClass'
  readonly metadata?: ObjectMeta
  readonly overhead?: Overhead
  readonly scheduling?: Scheduling
}

/** node/v1 Scheduling. */
export interface Scheduling {
  readonly nodeSelector?: { readonly [key: string]: string }
  readonly tolerations?: readonly Toleration[]
}
