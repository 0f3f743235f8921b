// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { type ClusterResource, defineResource } from '../api/resource.ts'

/** authentication.k8s.io/v1 selfsubjectreviews, cluster-scoped. */
export const selfSubjectReviews: ClusterResource<SelfSubjectReview, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'authentication.k8s.io',
    version: 'v1',
    plural: 'selfsubjectreviews',
    kind: 'SelfSubjectReview',
    namespaced: false,
  })

/** authentication.k8s.io/v1 tokenreviews, cluster-scoped. */
export const tokenReviews: ClusterResource<TokenReview, string, never> = /* @__PURE__ */ defineResource({
  group: 'authentication.k8s.io',
  version: 'v1',
  plural: 'tokenreviews',
  kind: 'TokenReview',
  namespaced: false,
})

/** authentication/v1 BoundObjectReference. */
export interface BoundObjectReference {
  readonly apiVersion?: string
  readonly kind?: string
  readonly name?: string
  readonly uid?: string
}

/** authentication/v1 SelfSubjectReview. */
export interface SelfSubjectReview extends KubernetesObject {
  readonly apiVersion?: 'authentication.k8s.io/v1'
  readonly kind?: 'SelfSubjectReview'
  readonly metadata?: ObjectMeta
  readonly status?: SelfSubjectReviewStatus
}

/** authentication/v1 SelfSubjectReviewStatus. */
export interface SelfSubjectReviewStatus {
  readonly userInfo?: UserInfo
}

/** authentication/v1 TokenRequest. */
export interface TokenRequest extends KubernetesObject {
  readonly apiVersion?: 'authentication.k8s.io/v1'
  readonly kind?: 'TokenRequest'
  readonly metadata?: ObjectMeta
  readonly spec?: TokenRequestSpec
  readonly status?: TokenRequestStatus
}

/** authentication/v1 TokenRequestSpec. */
export interface TokenRequestSpec {
  readonly attestations?: { readonly [key: string]: readonly string[] }
  readonly audiences?: readonly string[]
  readonly boundObjectRef?: BoundObjectReference
  readonly expirationSeconds?: number
}

/** authentication/v1 TokenRequestStatus. */
export interface TokenRequestStatus {
  readonly expirationTimestamp?: string
  readonly token?: string
}

/** authentication/v1 TokenReview. */
export interface TokenReview extends KubernetesObject {
  readonly apiVersion?: 'authentication.k8s.io/v1'
  readonly kind?: 'TokenReview'
  readonly metadata?: ObjectMeta
  readonly spec: TokenReviewSpec
  readonly status?: TokenReviewStatus
}

/** authentication/v1 TokenReviewSpec. */
export interface TokenReviewSpec {
  readonly audiences?: readonly string[]
  readonly token: string
}

/** authentication/v1 TokenReviewStatus. */
export interface TokenReviewStatus {
  readonly audiences?: readonly string[]
  readonly authenticated?: boolean
  readonly error?: string
  readonly user?: UserInfo
}

/** authentication/v1 UserInfo. */
export interface UserInfo {
  readonly extra?: { readonly [key: string]: readonly string[] }
  readonly groups?: readonly string[]
  readonly uid?: string
  readonly username?: string
}
