import { rbacDefaults } from '@kube-informer/apiserver'
import type { KubernetesObject } from '@kube-informer/core'
import type { ClusterRole } from '@kube-informer/core/resources'

/** The namespaces in which the user `developer` may edit. */
const DEVELOPED = ['checkout-staging', 'checkout-canary'] as const

const apiGroup = 'rbac.authorization.k8s.io'
const apiVersion = 'rbac.authorization.k8s.io/v1'

/**
 * The roles of the demo's users, besides those of every cluster: `admin` may do everything, `viewer` may read, and
 * `developer` may edit in two namespaces. It may list the names of all of them, from which the informers select those two.
 */
export function userObjects(): readonly KubernetesObject[] {
  return [
    ...rbacDefaults(),
    bindEverywhere('admin', 'cluster-admin'),
    bindEverywhere('viewer', 'view'),
    bindEverywhere('developer', 'namespace-reader'),
    namespaceReader,
    ...DEVELOPED.map(namespace => ({
      kind: 'RoleBinding',
      apiVersion,
      metadata: { name: 'developers', namespace },
      ...grant('developer', 'edit'),
    })),
  ]
}

const namespaceReader: ClusterRole = {
  kind: 'ClusterRole',
  apiVersion,
  metadata: { name: 'namespace-reader' },
  rules: [{ verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['namespaces'] }],
}

const bindEverywhere = (user: string, role: string) => ({
  kind: 'ClusterRoleBinding',
  apiVersion,
  metadata: { name: `${user}-${role}` },
  ...grant(user, role),
})

const grant = (user: string, role: string) => ({
  subjects: [{ kind: 'User', apiGroup, name: user }],
  roleRef: { apiGroup, kind: 'ClusterRole', name: role },
})
