import type { Route } from '../http/route.ts'
import { type AccessAttributes, NOTHING, requestAttributes, senderAttributes } from './access-attributes.ts'
import { forbiddenAccess } from './forbidden-access.ts'
import { completeUser, impersonatedParts, impersonatedUser, modeOf } from './impersonation.ts'
import { AUTHENTICATED, MASTERS, type User } from './user.ts'

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

  decide(attributes: AccessAttributes): AccessDecision {
    const answer = this.#authorize(attributes)
    return typeof answer === 'boolean' ? { allowed: answer } : answer
  }

  /**
   * The user on whose behalf a request is sent. Throws the 403 of a real server if the sender may not impersonate this
   * user, or if the user may not send the request.
   */
  admit(route: Route, request: Request, sender: User): User {
    const wanted = impersonatedUser(request)
    if (wanted) this.#checkImpersonation(wanted, requestAttributes(route, request, sender), sender)
    const user = wanted ? completeUser(wanted) : sender
    this.#check(requestAttributes(route, request, user))
    return user
  }

  #check(attributes: AccessAttributes): void {
    if (PUBLIC_PATHS.test(attributes.path) || isSelfReview(attributes)) return
    const { allowed, reason = '' } = this.decide(attributes)
    if (!allowed) throw forbiddenAccess(attributes, reason)
  }

  /** Administrators may impersonate everyone; others need the verb `impersonate` on each part of the user. */
  #checkImpersonation(wanted: User, requested: AccessAttributes, sender: User): void {
    if (sender.groups.includes(MASTERS)) return
    const by = { ...NOTHING, ...senderAttributes(sender), verb: 'impersonate', version: 'v1' }
    const needed = impersonatedParts(wanted).map(part => ({ ...by, ...part }))
    const denied = needed.find(attributes => !this.decide(attributes).allowed)
    if (!denied) return
    const mode = modeOf(wanted)
    const verb = `impersonate-on:${mode}:${requested.verb}`
    throw forbiddenAccess(mode === undefined ? denied : { ...requested, verb }, '')
  }
}

const isSelfReview = ({ resource, verb, group, groups }: AccessAttributes): boolean =>
  verb === 'create' &&
  /^auth(entication|orization)\.k8s\.io$/.test(group) &&
  SELF_REVIEWS.has(resource) &&
  groups.includes(AUTHENTICATED)
