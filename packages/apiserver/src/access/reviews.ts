import { type AnyObject, type Fields, fieldsOf, itemsOf, textOf } from '../object/any-object.ts'
import { timestamp } from '../object/timestamp.ts'
import { invalidValue } from '../status/field-errors.ts'
import { badRequest, type FieldError, invalid } from '../status/status-errors.ts'
import type { Access } from './access.ts'
import { reviewAttributes } from './access-attributes.ts'
import { API_AUDIENCE, type Authenticated } from './auth.ts'
import { attributeErrors, localErrors, subjectErrors, unionErrors } from './review-errors.ts'
import { rulesStatus } from './rules-review.ts'
import type { User } from './user.ts'

/** The inputs of a review. */
export interface ReviewContext {
  readonly access: Access
  /** The user who sent the review. */
  readonly user: User
  /** From the path; "" for cluster-scoped reviews. */
  readonly namespace: string
  /** In ms. */
  readonly now: number
  /** The user of a token and those of the audiences for which it is valid. */
  identify(this: void, token: string, audiences: readonly string[]): Authenticated | undefined
}

/** Returns the review with its status; nothing is stored. */
type Review = (review: AnyObject, context: ReviewContext) => AnyObject

/** By the plural of the resource. */
const REVIEWS: Readonly<Record<string, Review>> = {
  selfsubjectaccessreviews: (review, { access, user }) => {
    const spec = fieldsOf(review.spec)
    check([...unionErrors(spec), ...attributeErrors(spec), ...metadataErrors(review)])
    return { ...review, status: statusOf(spec, user, access) }
  },
  subjectaccessreviews: (review, { access }) => {
    const spec = fieldsOf(review.spec)
    check([...specErrors(spec), ...metadataErrors(review)])
    return { ...review, status: statusOf(spec, subjectOf(spec), access) }
  },
  localsubjectaccessreviews: (review, { access, namespace }) => {
    const spec = fieldsOf(review.spec)
    check([...specErrors(spec), ...localErrors(spec, namespace)])
    return { ...review, metadata: { namespace }, status: statusOf(spec, subjectOf(spec), access) }
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

const specErrors = (spec: Fields): readonly FieldError[] => [
  ...unionErrors(spec),
  ...subjectErrors(spec),
  ...attributeErrors(spec),
]

const metadataErrors = ({ metadata = {} }: AnyObject): readonly FieldError[] =>
  Object.keys(metadata).length > 0 ? [invalidValue('metadata', metadata, 'must be empty')] : []

/** A real server omits the kind in this message. */
function check(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ kind: '', group: 'authorization.k8s.io' }, '', errors)
}

/** The user that a review is about. */
function subjectOf({ user, uid, groups, extra }: Fields): User {
  const values = Object.entries(fieldsOf(extra)).map(([key, given]) => [key, itemsOf(given).map(textOf)])
  return {
    username: textOf(user),
    ...(textOf(uid) ? { uid: textOf(uid) } : {}),
    groups: itemsOf(groups).map(textOf),
    ...(values.length > 0 ? { extra: Object.fromEntries(values) } : {}),
  }
}

function statusOf(spec: Fields, user: User, access: Access): object {
  const { attributes, evaluationError } = reviewAttributes(user, spec)
  const { allowed, reason } = access.decide(attributes)
  return { allowed, ...(reason && { reason }), ...(evaluationError && { evaluationError }) }
}

function rulesReview(review: AnyObject, user: User, access: Access): AnyObject {
  const namespace = textOf(fieldsOf(review.spec).namespace)
  if (namespace === '') throw badRequest('no namespace on request')
  return { ...review, spec: {}, status: rulesStatus(user, namespace, access) }
}

function tokenReview(review: AnyObject, { identify }: ReviewContext): AnyObject {
  const { token, audiences } = fieldsOf(review.spec)
  if (!textOf(token)) throw badRequest('token is required for TokenReview in authentication')
  const asked = itemsOf(audiences).map(textOf)
  const found = identify(textOf(token), asked.length > 0 ? asked : [API_AUDIENCE])
  const status = found ? { authenticated: true, ...found } : { user: {}, error: 'invalid bearer token' }
  return { ...review, status }
}
