// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { type ClusterResource, defineResource, type NamespacedResource } from '../api/resource.ts'
import type { FieldSelectorRequirement, LabelSelectorRequirement } from './meta-v1.ts'

/** authorization.k8s.io/v1 localsubjectaccessreviews. */
export const localSubjectAccessReviews: NamespacedResource<LocalSubjectAccessReview, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'authorization.k8s.io',
    version: 'v1',
    plural: 'localsubjectaccessreviews',
    kind: 'LocalSubjectAccessReview',
    namespaced: true,
  })

/** authorization.k8s.io/v1 selfsubjectaccessreviews, cluster-scoped. */
export const selfSubjectAccessReviews: ClusterResource<SelfSubjectAccessReview, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'authorization.k8s.io',
    version: 'v1',
    plural: 'selfsubjectaccessreviews',
    kind: 'SelfSubjectAccessReview',
    namespaced: false,
  })

/** authorization.k8s.io/v1 selfsubjectrulesreviews, cluster-scoped. */
export const selfSubjectRulesReviews: ClusterResource<SelfSubjectRulesReview, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'authorization.k8s.io',
    version: 'v1',
    plural: 'selfsubjectrulesreviews',
    kind: 'SelfSubjectRulesReview',
    namespaced: false,
  })

/** authorization.k8s.io/v1 subjectaccessreviews, cluster-scoped. */
export const subjectAccessReviews: ClusterResource<SubjectAccessReview, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'authorization.k8s.io',
    version: 'v1',
    plural: 'subjectaccessreviews',
    kind: 'SubjectAccessReview',
    namespaced: false,
  })

/** authorization/v1 FieldSelectorAttributes. */
export interface FieldSelectorAttributes {
  readonly rawSelector?: string
  readonly requirements?: readonly FieldSelectorRequirement[]
}

/** authorization/v1 LabelSelectorAttributes. */
export interface LabelSelectorAttributes {
  readonly rawSelector?: string
  readonly requirements?: readonly LabelSelectorRequirement[]
}

/** authorization/v1 LocalSubjectAccessReview. */
export interface LocalSubjectAccessReview extends KubernetesObject {
  readonly apiVersion?: 'authorization.k8s.io/v1'
  readonly kind?: 'LocalSubjectAccessReview'
  readonly metadata?: ObjectMeta
  readonly spec: SubjectAccessReviewSpec
  readonly status?: SubjectAccessReviewStatus
}

/** authorization/v1 NonResourceAttributes. */
export interface NonResourceAttributes {
  readonly path?: string
  readonly verb?: string
}

/** authorization/v1 NonResourceRule. */
export interface NonResourceRule {
  readonly nonResourceURLs?: readonly string[]
  readonly verbs: readonly string[]
}

/** authorization/v1 ResourceAttributes. */
export interface ResourceAttributes {
  readonly fieldSelector?: FieldSelectorAttributes
  readonly group?: string
  readonly labelSelector?: LabelSelectorAttributes
  readonly name?: string
  readonly namespace?: string
  readonly resource?: string
  readonly subresource?: string
  readonly verb?: string
  readonly version?: string
}

/** authorization/v1 ResourceRule. */
export interface ResourceRule {
  readonly apiGroups?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly resources?: readonly string[]
  readonly verbs: readonly string[]
}

/** authorization/v1 SelfSubjectAccessReview. */
export interface SelfSubjectAccessReview extends KubernetesObject {
  readonly apiVersion?: 'authorization.k8s.io/v1'
  readonly kind?: 'SelfSubjectAccessReview'
  readonly metadata?: ObjectMeta
  readonly spec: SelfSubjectAccessReviewSpec
  readonly status?: SubjectAccessReviewStatus
}

/** authorization/v1 SelfSubjectAccessReviewSpec. */
export interface SelfSubjectAccessReviewSpec {
  readonly nonResourceAttributes?: NonResourceAttributes
  readonly resourceAttributes?: ResourceAttributes
}

/** authorization/v1 SelfSubjectRulesReview. */
export interface SelfSubjectRulesReview extends KubernetesObject {
  readonly apiVersion?: 'authorization.k8s.io/v1'
  readonly kind?: 'SelfSubjectRulesReview'
  readonly metadata?: ObjectMeta
  readonly spec: SelfSubjectRulesReviewSpec
  readonly status?: SubjectRulesReviewStatus
}

/** authorization/v1 SelfSubjectRulesReviewSpec. */
export interface SelfSubjectRulesReviewSpec {
  readonly namespace?: string
}

/** authorization/v1 SubjectAccessReview. */
export interface SubjectAccessReview extends KubernetesObject {
  readonly apiVersion?: 'authorization.k8s.io/v1'
  readonly kind?: 'SubjectAccessReview'
  readonly metadata?: ObjectMeta
  readonly spec: SubjectAccessReviewSpec
  readonly status?: SubjectAccessReviewStatus
}

/** authorization/v1 SubjectAccessReviewSpec. */
export interface SubjectAccessReviewSpec {
  readonly extra?: { readonly [key: string]: readonly string[] }
  readonly groups?: readonly string[]
  readonly nonResourceAttributes?: NonResourceAttributes
  readonly resourceAttributes?: ResourceAttributes
  readonly uid?: string
  readonly user?: string
}

/** authorization/v1 SubjectAccessReviewStatus. */
export interface SubjectAccessReviewStatus {
  readonly allowed: boolean
  readonly denied?: boolean
  readonly evaluationError?: string
  readonly reason?: string
}

/** authorization/v1 SubjectRulesReviewStatus. */
export interface SubjectRulesReviewStatus {
  readonly evaluationError?: string
  readonly incomplete: boolean
  readonly nonResourceRules: readonly NonResourceRule[]
  readonly resourceRules: readonly ResourceRule[]
}
