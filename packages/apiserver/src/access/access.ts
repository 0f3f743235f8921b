import type { Route } from '../http/route.ts'
import { type AccessAttributes, requestAttributes } from './access-attributes.ts'
import { forbiddenAccess } from './forbidden-access.ts'
import { type User, userOf } from './user.ts'

/** What an {@link Authorize} answers. */
export interface AccessDecision {
  readonly allowed: boolean
  /** Stands at the end of a refusal, and in the status of reviews. */
  readonly reason?: string
}

/** Decides who may do what. */
export type Authorize = (attributes: AccessAttributes) => boolean | AccessDecision

/** What everybody may see of a server. */
const PUBLIC_PATHS = /^\/(healthz|livez|readyz|version)(\/|$)/
/** What everybody may ask about himself. */
const SELF_REVIEWS = new Set(['selfsubjectaccessreviews', 'selfsubjectrulesreviews', 'selfsubjectreviews'])

/** Who may do what; everybody everything, unless the server was given an `authorize`. */
export class Access {
  readonly #authorize: Authorize

  constructor(authorize: Authorize = () => true) {
    this.#authorize = authorize
  }

  /** Who sends a request. */
  userOf(request: Request): User {
    return userOf(request)
  }

  decide(attributes: AccessAttributes): AccessDecision {
    const answer = this.#authorize(attributes)
    return typeof answer === 'boolean' ? { allowed: answer } : answer
  }

  /** Throws the 403 of a real server where a request asks for more than its sender may. */
  check(route: Route, request: Request): void {
    const attributes = requestAttributes(route, request, this.userOf(request))
    if (PUBLIC_PATHS.test(attributes.path) || isSelfReview(attributes)) return
    const { allowed, reason = '' } = this.decide(attributes)
    if (!allowed) throw forbiddenAccess(attributes, reason)
  }
}

const isSelfReview = ({ resource, verb, group }: AccessAttributes): boolean =>
  verb === 'create' && /^auth(entication|orization)\.k8s\.io$/.test(group) && SELF_REVIEWS.has(resource)
