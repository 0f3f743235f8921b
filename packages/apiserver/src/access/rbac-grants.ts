import {
  type ClusterRoleBinding,
  clusterRoleBindings,
  clusterRoles,
  type PolicyRule,
  type RoleBinding,
  roleBindings,
  roles,
  type Subject,
} from '@kube-informer/core/resources'
import type { AccessAttributes } from './access-attributes.ts'
import type { StoredObjects } from './authorizer.ts'

/** A user as RBAC sees one. */
export type RbacUser = Pick<AccessAttributes, 'user' | 'groups'>

/** A rule that applies to a user, and the binding that gives it. */
interface Grant {
  readonly rule: PolicyRule
  /** As in a real server's reason: `RoleBinding "b/default" of Role "r" to User "jane"`. */
  readonly by: string
}

/** The rules of a user, and the roles that bindings name and that do not exist. */
export interface Grants {
  readonly grants: readonly Grant[]
  readonly errors: readonly string[]
}

/**
 * The rules that apply to a user in a namespace ("" for the cluster), as a real server visits them: those of
 * ClusterRoleBindings, then those of the namespace's RoleBindings (`rbac/validation.VisitRulesFor`).
 */
export function grantsOf(user: RbacUser, namespace: string, objects: StoredObjects): Grants {
  const clusterWide = objects.list(clusterRoleBindings).map(binding => {
    const subject = subjectOf(user, binding, '')
    return subject && grantsBy(binding, subject, '', objects)
  })
  const local = (namespace === '' ? [] : objects.list(roleBindings))
    .filter(({ metadata }) => metadata?.namespace === namespace)
    .map(binding => {
      const subject = subjectOf(user, binding, namespace)
      return subject && grantsBy(binding, subject, namespace, objects)
    })
  const found = [...clusterWide, ...local].filter(each => each !== undefined)
  return { grants: found.flatMap(({ grants }) => grants), errors: found.flatMap(({ errors }) => errors) }
}

/** The first subject of a binding that is the user. */
const subjectOf = (
  user: RbacUser,
  { subjects = [] }: ClusterRoleBinding | RoleBinding,
  namespace: string,
): Subject | undefined => subjects.find(subject => isSubject(user, subject, namespace))

function isSubject({ user, groups }: RbacUser, { kind, name, ...of }: Subject, namespace: string): boolean {
  switch (kind) {
    case 'User':
      return user === name
    case 'Group':
      return groups.includes(name)
    case 'ServiceAccount': {
      const home = of.namespace || namespace
      return home !== '' && user === `system:serviceaccount:${home}:${name}`
    }
    default:
      return false
  }
}

function grantsBy(
  binding: ClusterRoleBinding | RoleBinding,
  subject: Subject,
  namespace: string,
  objects: StoredObjects,
): Grants {
  const { kind, name } = binding.roleRef
  const isLocal = kind === 'Role'
  const role = isLocal ? objects.get(roles, `${namespace}/${name}`) : objects.get(clusterRoles, name)
  if (!role) {
    const plural = isLocal ? 'role' : 'clusterrole'
    return { grants: [], errors: [`${plural}.rbac.authorization.k8s.io ${JSON.stringify(name)} not found`] }
  }
  const by = describe(binding, subject, namespace)
  return { grants: (role.rules ?? []).map(rule => ({ rule, by })), errors: [] }
}

function describe(
  { metadata, roleRef }: ClusterRoleBinding | RoleBinding,
  { kind, name, ...of }: Subject,
  namespace: string,
): string {
  const own = metadata?.name ?? ''
  const binding =
    namespace === ''
      ? `ClusterRoleBinding ${JSON.stringify(own)}`
      : `RoleBinding ${JSON.stringify(`${own}/${namespace}`)}`
  const subject = kind === 'ServiceAccount' ? `${name}/${of.namespace || namespace}` : name
  return `${binding} of ${roleRef.kind} ${JSON.stringify(roleRef.name)} to ${kind} ${JSON.stringify(subject)}`
}
