import type { Route } from '../http/route.ts'
import { type AccessAttributes, requestAttributes } from './access-attributes.ts'
import { forbiddenAccess } from './forbidden-access.ts'
import { type User, userOf } from './user.ts'

/** The result of an {@link Authorize} function. */
export interface AccessDecision {
  readonly allowed: boolean
  /** Appended to the message of a 403, and returned in the status of reviews. */
  readonly reason?: string
}

/** Decides whether a request is allowed. */
export type Authorize = (attributes: AccessAttributes) => boolean | AccessDecision

/** Paths that every user may read. */
const PUBLIC_PATHS = /^\/(healthz|livez|readyz|version)(\/|$)/
/** Reviews that every user may create about themselves. */
const SELF_REVIEWS = new Set(['selfsubjectaccessreviews', 'selfsubjectrulesreviews', 'selfsubjectreviews'])

/** Authorization of requests. Without an `authorize` function everything is allowed. */
export class Access {
  readonly #authorize: Authorize

  constructor(authorize: Authorize = () => true) {
    this.#authorize = authorize
  }

  /** The user who sent a request. */
  userOf(request: Request): User {
    return userOf(request)
  }

  decide(attributes: AccessAttributes): AccessDecision {
    const answer = this.#authorize(attributes)
    return typeof answer === 'boolean' ? { allowed: answer } : answer
  }

  /** Throws the 403 of a real server if the request is not allowed. */
  check(route: Route, request: Request): void {
    const attributes = requestAttributes(route, request, this.userOf(request))
    if (PUBLIC_PATHS.test(attributes.path) || isSelfReview(attributes)) return
    const { allowed, reason = '' } = this.decide(attributes)
    if (!allowed) throw forbiddenAccess(attributes, reason)
  }
}

const isSelfReview = ({ resource, verb, group }: AccessAttributes): boolean =>
  verb === 'create' && /^auth(entication|orization)\.k8s\.io$/.test(group) && SELF_REVIEWS.has(resource)
