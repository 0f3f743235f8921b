import type { KubernetesObject, ResourceDefinition, ResourceLocation } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import { pluralOf } from '../kinds/plural.ts'

/** `shop/web`, or `node-1`. */
export const keyOf = ({ metadata }: KubernetesObject): string =>
  metadata?.namespace ? `${metadata.namespace}/${metadata.name}` : (metadata?.name ?? '')

/** An object with the metadata that a key tells. */
export function objectOfKey(key: string): KubernetesObject {
  const at = key.indexOf('/')
  if (at < 0) return { metadata: { name: key } }
  return { metadata: { namespace: key.slice(0, at), name: key.slice(at + 1) } }
}

export const locationOf = ({ metadata }: KubernetesObject): Omit<ResourceLocation, 'subresource'> => ({
  ...(metadata?.namespace ? { namespace: metadata.namespace } : {}),
  name: metadata?.name ?? '',
})

/** `Deployment shop/web`, `3 Deployments: shop/a, shop/b, shop/c`, `12 Pods: a, b, c and 9 more`. */
export function nameObjects(kind: Kind, objects: readonly KubernetesObject[]): string {
  const [first] = objects
  if (first === undefined) return `no ${kind.kind}`
  if (objects.length === 1) return `${kind.kind} ${keyOf(first)}`
  const shown = objects.slice(0, objects.length <= 4 ? 4 : 3).map(keyOf)
  const rest = objects.length - shown.length
  return `${objects.length} ${pluralOf(kind.kind)}: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** `3 Deployments`, `1 Deployment`. */
export const countObjects = (kind: Kind, count: number): string =>
  count === 1 ? `1 ${kind.kind}` : `${count} ${pluralOf(kind.kind)}`

/** `deployments.apps`: what identifies a resource among all groups. */
export const resourceName = ({ plural, group }: ResourceDefinition): string =>
  group === '' ? plural : `${plural}.${group}`
