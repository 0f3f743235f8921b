import type { Authorize } from '@kube-informer/testing'

/** What a user may list and watch; other verbs are allowed. */
export interface Rights {
  /** The namespaces of Roles; '' for a ClusterRole, and `namespace/name` for a Role for one object. */
  readonly pods: readonly string[]
  /** Whether Namespaces may be listed. @default false */
  readonly namespaces?: boolean
}

/** An authorizer whose rights a test can change. */
export function changingRights(initial: Rights) {
  let rights = initial
  const authorize: Authorize = ({ resource, namespace, name, verb }) => {
    if (verb !== 'list' && verb !== 'watch') return true
    if (resource === 'namespaces') return rights.namespaces ?? false
    const grants = ['', namespace, `${namespace}/${name}`]
    return resource !== 'pods' || grants.some(grant => rights.pods.includes(grant))
  }
  return {
    authorize,
    change(next: Rights) {
      rights = next
    },
  }
}
