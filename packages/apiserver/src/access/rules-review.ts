import type { Access } from './access.ts'
import { NOTHING, senderAttributes } from './access-attributes.ts'
import type { AccessRules, ResourceAccessRule } from './authorizer.ts'
import { MASTERS, type User } from './user.ts'

const ALL = ['*']

/** A rule for a user who may do everything. */
const EVERYTHING: AccessRules = {
  resourceRules: [{ verbs: ALL, apiGroups: ALL, resources: ALL }],
  nonResourceRules: [{ verbs: ALL, nonResourceURLs: ALL }],
}

/** Reviews that every user may create. */
const SELF: ResourceAccessRule = {
  verbs: ['create'],
  apiGroups: ['authorization.k8s.io'],
  resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
}

/** The status of a SelfSubjectRulesReview. */
interface RulesStatus extends AccessRules {
  readonly incomplete: boolean
}

/** What a user may do in a namespace, as far as the authorizer can list it. */
export function rulesStatus(user: User, namespace: string, access: Access): RulesStatus {
  const listed = access.rulesOf(user, namespace)
  if (!listed) return guessedRules(user, namespace, access)
  // A real server reports errors of its rules, and does not call the list incomplete for them.
  return { ...(user.groups.includes(MASTERS) ? EVERYTHING : listed), incomplete: false }
}

/**
 * A rule for a user who may do everything. Other rules of an `Authorize` function can be evaluated but not enumerated:
 * the review is then incomplete, as with a real server's webhook authorizer.
 */
function guessedRules(user: User, namespace: string, access: Access): RulesStatus {
  const by = { ...NOTHING, ...senderAttributes(user), verb: '*' }
  const everything = { ...by, group: '*', version: '*', resource: '*', namespace }
  const incomplete = !access.decide(everything).allowed
  return {
    resourceRules: [...(incomplete ? [] : EVERYTHING.resourceRules), SELF],
    nonResourceRules: access.decide({ ...by, path: '*' }).allowed ? EVERYTHING.nonResourceRules : [],
    incomplete,
    ...(incomplete && { evaluationError: 'the authorize function does not support user rule resolution' }),
  }
}
