import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { AccessAttributes } from './access-attributes.ts'

/** The result of an {@link Authorize} function. */
export interface AccessDecision {
  readonly allowed: boolean
  /** Appended to the message of a 403, and returned in the status of reviews. */
  readonly reason?: string
}

/** The objects of the server that decides. */
export interface StoredObjects {
  /** One object by key: `namespace/name`, or `name` if the resource is cluster-scoped. */
  get<T extends KubernetesObject>(resource: ResourceDefinition<T>, key: string): T | undefined
  /** All objects in key order. */
  list<T extends KubernetesObject>(resource: ResourceDefinition<T>): readonly T[]
}

/** Decides whether a request is allowed. It may read the objects of the server, as RBAC does. */
export type Authorize = (attributes: AccessAttributes, objects: StoredObjects) => boolean | AccessDecision

/** A rule of a SelfSubjectRulesReview, which allows requests for resources. */
export interface ResourceAccessRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
}

/** A rule of a SelfSubjectRulesReview, which allows requests for paths. */
export interface PathAccessRule {
  readonly verbs: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

/** What a user may do in a namespace. */
export interface AccessRules {
  readonly resourceRules: readonly ResourceAccessRule[]
  readonly nonResourceRules: readonly PathAccessRule[]
  /** Why rules may be missing. @default none are */
  readonly evaluationError?: string
}

/** Decides like an {@link Authorize} function, and also lists what a user may do. */
export interface Authorizer {
  readonly authorize: Authorize
  /** The rules of a user in a namespace, which a SelfSubjectRulesReview returns. */
  rulesOf(
    user: Pick<AccessAttributes, 'user' | 'groups'>,
    namespace: string,
    objects: StoredObjects,
  ): AccessRules
}
