import type { Route } from '../http/route.ts'
import { type AccessAttributes, NOTHING, requestAttributes, senderAttributes } from './access-attributes.ts'
import type { AccessDecision, AccessRules, Authorize, Authorizer, StoredObjects } from './authorizer.ts'
import { forbiddenAccess } from './forbidden-access.ts'
import { completeUser, impersonatedParts, impersonatedUser, modeOf } from './impersonation.ts'
import { AUTHENTICATED, MASTERS, type User } from './user.ts'

/** Paths that every user may read. */
const PUBLIC_PATHS = /^\/(healthz|livez|readyz|version)(\/|$)/
/** Reviews that every user may create about themselves. */
const SELF_REVIEWS = new Set(['selfsubjectaccessreviews', 'selfsubjectrulesreviews', 'selfsubjectreviews'])

/** Authorization of requests. Without an `authorize` function everything is allowed. */
export class Access {
  readonly #authorize: Authorize
  readonly #authorizer: Authorizer | undefined
  readonly #objects: StoredObjects

  constructor(objects: StoredObjects, authorize: Authorize | Authorizer = () => true) {
    this.#authorizer = typeof authorize === 'function' ? undefined : authorize
    this.#authorize = typeof authorize === 'function' ? authorize : authorize.authorize
    this.#objects = objects
  }

  decide(attributes: AccessAttributes): AccessDecision {
    const answer = this.#authorize(attributes, this.#objects)
    return typeof answer === 'boolean' ? { allowed: answer } : answer
  }

  /** What a user may do in a namespace; undefined if the authorizer can only decide about single requests. */
  rulesOf({ username, groups }: User, namespace: string): AccessRules | undefined {
    return this.#authorizer?.rulesOf({ user: username, groups }, namespace, this.#objects)
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
