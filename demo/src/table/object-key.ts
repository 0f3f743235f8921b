import type { KubernetesObject } from '@kube-informer/core'

/** `namespace/name`, or `name` for a cluster-scoped object. */
export const keyOf = ({ metadata }: KubernetesObject): string =>
  metadata?.namespace ? `${metadata.namespace}/${metadata.name ?? ''}` : (metadata?.name ?? '')

/** The location that a key names. */
export function locationOf(key: string): { readonly namespace: string | undefined; readonly name: string } {
  const slash = key.indexOf('/')
  return slash < 0
    ? { namespace: undefined, name: key }
    : { namespace: key.slice(0, slash), name: key.slice(slash + 1) }
}
