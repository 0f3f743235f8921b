import type { KubeClient } from '@kube-informer/core'
import {
  clusterRoleBindings,
  clusterRoles,
  type PolicyRule,
  roleBindings,
  roles,
  serviceAccounts,
} from '@kube-informer/core/resources'

const API_GROUP = 'rbac.authorization.k8s.io'
/** The namespace of the accounts. */
const HOME = 'default'

/** The right to show Pods. */
export const READ_PODS: PolicyRule = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] }

/** A service account whose rights a test changes. */
export class ServiceAccount {
  readonly name: string
  /** Its bearer token. */
  readonly token: string
  readonly #admin: KubeClient

  private constructor(name: string, token: string, admin: KubeClient) {
    this.name = name
    this.token = token
    this.#admin = admin
  }

  /** Creates an account without rights. An account that exists keeps its rights. */
  static async create(admin: KubeClient, name: string): Promise<ServiceAccount> {
    await admin.apply(serviceAccounts, { metadata: { namespace: HOME, name } })
    const response = await admin.request(`/api/v1/namespaces/${HOME}/serviceaccounts/${name}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }),
    })
    const { status } = (await response.json()) as { readonly status: { readonly token: string } }
    return new ServiceAccount(name, status.token, admin)
  }

  /** Grants a right by a Role, or without a namespace by a ClusterRole. */
  async grant(rule: PolicyRule, namespace?: string): Promise<void> {
    const { name } = this
    const metadata = namespace === undefined ? { name } : { namespace, name }
    const subjects = [{ kind: 'ServiceAccount', namespace: HOME, name }]
    const kind = namespace === undefined ? 'ClusterRole' : 'Role'
    const binding = { metadata, subjects, roleRef: { apiGroup: API_GROUP, kind, name } }
    if (namespace === undefined) {
      await this.#admin.apply(clusterRoles, { metadata, rules: [rule] })
      await this.#admin.apply(clusterRoleBindings, binding)
    } else {
      await this.#admin.apply(roles, { metadata, rules: [rule] })
      await this.#admin.apply(roleBindings, binding)
    }
  }

  /** Takes the Role of a namespace away, or without a namespace the ClusterRole. */
  async revoke(namespace?: string): Promise<void> {
    const { name } = this
    if (namespace === undefined) {
      await this.#admin.delete(clusterRoleBindings, { name })
      await this.#admin.delete(clusterRoles, { name })
    } else {
      await this.#admin.delete(roleBindings, { namespace, name })
      await this.#admin.delete(roles, { namespace, name })
    }
  }
}
