import { type AnyObject, fieldsOf, itemsOf, textOf } from '../object/any-object.ts'
import { timestamp } from '../object/timestamp.ts'
import { badRequest, type FieldError, invalid } from '../status/status-errors.ts'
import type { Access } from './access.ts'
import { reviewAttributes } from './access-attributes.ts'
import type { User } from './user.ts'

/** The inputs of a review. */
export interface ReviewContext {
  readonly access: Access
  /** The sender of the review. */
  readonly user: User
  /** From the path; "" for cluster-scoped reviews. */
  readonly namespace: string
  /** In ms. */
  readonly now: number
  isTokenValid(this: void, token: string): boolean
}

/** Returns the review with its status; nothing is stored. */
type Review = (review: AnyObject, context: ReviewContext) => AnyObject

/** By the plural of the resource. */
const REVIEWS: Readonly<Record<string, Review>> = {
  selfsubjectaccessreviews: (review, { access, user }) => {
    checkSpec(review)
    return { ...review, status: statusOf(review, user, access) }
  },
  subjectaccessreviews: (review, { access }) => {
    checkSpec(review)
    return { ...review, status: statusOf(review, subjectOf(review), access) }
  },
  localsubjectaccessreviews: (review, { access, namespace }) => {
    checkSpec(review)
    checkNamespace(review, namespace)
    return { ...review, metadata: { namespace }, status: statusOf(review, subjectOf(review), access) }
  },
  selfsubjectrulesreviews: (review, { access, user }) => rulesReview(review, user, access),
  selfsubjectreviews: (review, { user, now }) => ({
    ...review,
    metadata: { creationTimestamp: timestamp(now) },
    status: { userInfo: user },
  }),
  tokenreviews: (review, context) => tokenReview(review, context),
}

/** The answer to a review; undefined if the resource is not a review. */
export const reviewOf = (plural: string, review: AnyObject, context: ReviewContext): AnyObject | undefined =>
  Object.hasOwn(REVIEWS, plural) ? REVIEWS[plural]?.(review, context) : undefined

function checkSpec({ spec }: AnyObject): void {
  const { resourceAttributes, nonResourceAttributes } = fieldsOf(spec)
  if ((resourceAttributes === undefined) === (nonResourceAttributes === undefined))
    throw invalidReview({
      field: 'spec',
      type: 'Invalid value',
      detail: `${JSON.stringify(nonResourceAttributes ?? null)}: exactly one of nonResourceAttributes or resourceAttributes must be specified`,
    })
}

function checkNamespace({ spec }: AnyObject, namespace: string): void {
  const asked = fieldsOf(fieldsOf(spec).resourceAttributes).namespace
  if (asked !== namespace)
    throw invalidReview({
      field: 'spec.resourceAttributes.namespace',
      type: 'Invalid value',
      detail: `${JSON.stringify(asked ?? '')}: must match metadata.namespace`,
    })
}

/** A real server omits the kind in this message. */
const invalidReview = (error: FieldError) => invalid({ kind: '', group: 'authorization.k8s.io' }, '', [error])

/** The user that a review is about. */
function subjectOf({ spec }: AnyObject): User {
  const { user, uid, groups } = fieldsOf(spec)
  const names = itemsOf(groups).map(textOf)
  if (!textOf(user) && names.length === 0)
    throw invalidReview({
      field: 'spec.user',
      type: 'Invalid value',
      detail: '"": at least one of user or group must be specified',
    })
  return { username: textOf(user), ...(textOf(uid) ? { uid: textOf(uid) } : {}), groups: names }
}

function statusOf({ spec }: AnyObject, user: User, access: Access): object {
  const { resourceAttributes, nonResourceAttributes } = fieldsOf(spec)
  const given = fieldsOf(resourceAttributes ?? nonResourceAttributes)
  const { allowed, reason } = access.decide(reviewAttributes(user, given))
  return { allowed, ...(reason ? { reason } : {}) }
}

const ALL = ['*']

/**
 * A rule for a user who may do everything. Other rules of an `Authorize` function can be evaluated but not enumerated:
 * the review is then incomplete, as with a real server's webhook authorizer.
 */
function rulesReview(review: AnyObject, user: User, access: Access): AnyObject {
  const namespace = textOf(fieldsOf(review.spec).namespace)
  if (namespace === '') throw badRequest('no namespace on request')
  const any = { group: '*', version: '*', resource: '*' }
  const isAllowed = (verb: string) =>
    access.decide(reviewAttributes(user, { ...any, verb, namespace })).allowed
  const self = { verbs: ['create'], apiGroups: ['authorization.k8s.io'] }
  const incomplete = !isAllowed('*')
  return {
    ...review,
    spec: {},
    status: {
      resourceRules: [
        ...(incomplete ? [] : [{ verbs: ALL, apiGroups: ALL, resources: ALL }]),
        { ...self, resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'] },
      ],
      nonResourceRules: access.decide(reviewAttributes(user, { path: '*', verb: '*' })).allowed
        ? [{ verbs: ALL, nonResourceURLs: ALL }]
        : [],
      incomplete,
      ...(incomplete && { evaluationError: 'the authorize function does not support user rule resolution' }),
    },
  }
}

function tokenReview(review: AnyObject, { isTokenValid, user }: ReviewContext): AnyObject {
  const { token, audiences } = fieldsOf(review.spec)
  if (!textOf(token)) throw badRequest('token is required for TokenReview in authentication')
  if (!isTokenValid(textOf(token))) return { ...review, status: { user: {}, error: 'invalid bearer token' } }
  const asked = itemsOf(audiences)
  return {
    ...review,
    status: {
      authenticated: true,
      user,
      audiences: asked.length > 0 ? asked : ['https://kubernetes.default.svc'],
    },
  }
}
