import type { AccessAttributes } from './access-attributes.ts'
import type { AccessDecision, AccessRules, Authorizer, StoredObjects } from './authorizer.ts'
import { grantsOf } from './rbac-grants.ts'
import { ruleAllows } from './rule-allows.ts'
import { MASTERS } from './user.ts'

/**
 * Authorizes requests by the server's own Roles, ClusterRoles, RoleBindings and ClusterRoleBindings, as
 * `--authorization-mode=RBAC` does. A write of one of them takes effect with the next request. The group `system:masters`
 * may do everything. {@link rbacDefaults} has the roles of a new cluster: without them, other users cannot read the
 * discovery.
 *
 * The rules of an aggregated ClusterRole are those in its `rules`: the controller that would fill them in does not run.
 *
 * @example
 * const server = createFakeApiserver({
 *   authorize: rbacAuthorizer,
 *   objects: [...rbacDefaults(), editorsOfTeamA],
 * })
 * await server.fetch('/api/v1/pods', { headers: { 'Impersonate-User': 'jane' } }) // 403
 */
export const rbacAuthorizer: Authorizer = { authorize, rulesOf }

function authorize(attributes: AccessAttributes, objects: StoredObjects): boolean | AccessDecision {
  if (attributes.groups.includes(MASTERS)) return true
  const { grants, errors } = grantsOf(attributes, attributes.namespace, objects)
  const grant = grants.find(({ rule }) => ruleAllows(rule, attributes))
  if (grant) return { allowed: true, reason: `RBAC: allowed by ${grant.by}` }
  return { allowed: false, ...(errors.length > 0 && { reason: `rbac: RBAC: ${aggregate(errors)}` }) }
}

function rulesOf(
  user: Pick<AccessAttributes, 'user' | 'groups'>,
  namespace: string,
  objects: StoredObjects,
): AccessRules {
  const { grants, errors } = grantsOf(user, namespace, objects)
  const rules = grants.map(({ rule }) => rule)
  return {
    resourceRules: rules
      .filter(({ resources = [] }) => resources.length > 0)
      .map(({ verbs, apiGroups, resources, resourceNames }) => ({
        verbs,
        ...(apiGroups && { apiGroups }),
        ...(resources && { resources }),
        ...(resourceNames && { resourceNames }),
      })),
    nonResourceRules: rules
      .filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)
      .map(({ verbs, nonResourceURLs }) => ({ verbs, ...(nonResourceURLs && { nonResourceURLs }) })),
    ...(errors.length > 0 && { evaluationError: aggregate(errors) }),
  }
}

/** Several errors as Go prints them. */
const aggregate = (errors: readonly string[]): string => {
  const texts = [...new Set(errors)]
  return texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`
}
