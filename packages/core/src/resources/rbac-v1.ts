// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { LabelSelector } from '../api/label-selector.ts'
import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { type ClusterResource, defineResource, type NamespacedResource } from '../api/resource.ts'

/** rbac.authorization.k8s.io/v1 clusterrolebindings, cluster-scoped. */
export const clusterRoleBindings: ClusterResource<ClusterRoleBinding, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    plural: 'clusterrolebindings',
    kind: 'ClusterRoleBinding',
    namespaced: false,
  })

/** rbac.authorization.k8s.io/v1 clusterroles, cluster-scoped. */
export const clusterRoles: ClusterResource<ClusterRole, string, never> = /* @__PURE__ */ defineResource({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  plural: 'clusterroles',
  kind: 'ClusterRole',
  namespaced: false,
})

/** rbac.authorization.k8s.io/v1 rolebindings. */
export const roleBindings: NamespacedResource<RoleBinding, string, never> = /* @__PURE__ */ defineResource({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  plural: 'rolebindings',
  kind: 'RoleBinding',
  namespaced: true,
})

/** rbac.authorization.k8s.io/v1 roles. */
export const roles: NamespacedResource<Role, string, never> = /* @__PURE__ */ defineResource({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  plural: 'roles',
  kind: 'Role',
  namespaced: true,
})

/** rbac/v1 AggregationRule. */
export interface AggregationRule {
  readonly clusterRoleSelectors?: readonly LabelSelector[]
}

/** rbac/v1 ClusterRole. */
export interface ClusterRole extends KubernetesObject {
  readonly aggregationRule?: AggregationRule
  readonly apiVersion?: 'rbac.authorization.k8s.io/v1'
  readonly kind?: 'ClusterRole'
  readonly metadata?: ObjectMeta
  readonly rules?: readonly PolicyRule[]
}

/** rbac/v1 ClusterRoleBinding. */
export interface ClusterRoleBinding extends KubernetesObject {
  readonly apiVersion?: 'rbac.authorization.k8s.io/v1'
  readonly kind?: 'ClusterRoleBinding'
  readonly metadata?: ObjectMeta
  readonly roleRef: RoleRef
  readonly subjects?: readonly Subject[]
}

/** rbac/v1 PolicyRule. */
export interface PolicyRule {
  readonly apiGroups?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly resources?: readonly string[]
  readonly verbs: readonly string[]
}

/** rbac/v1 Role. */
export interface Role extends KubernetesObject {
  readonly apiVersion?: 'rbac.authorization.k8s.io/v1'
  readonly kind?: 'Role'
  readonly metadata?: ObjectMeta
  readonly rules?: readonly PolicyRule[]
}

/** rbac/v1 RoleBinding. */
export interface RoleBinding extends KubernetesObject {
  readonly apiVersion?: 'rbac.authorization.k8s.io/v1'
  readonly kind?: 'RoleBinding'
  readonly metadata?: ObjectMeta
  readonly roleRef: RoleRef
  readonly subjects?: readonly Subject[]
}

/** rbac/v1 RoleRef. */
export interface RoleRef {
  readonly apiGroup?: string
  readonly kind: string
  readonly name: string
}

/** rbac/v1 Subject. */
export interface Subject {
  readonly apiGroup?: string
  readonly kind: string
  readonly name: string
  readonly namespace?: string
}
