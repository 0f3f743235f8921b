import { type KubernetesObject, type ResourceLocation, UsageError } from '@kube-informer/core'

/** Names the object to reconcile (controller-runtime `reconcile.Request`). */
export interface Request {
  /** "" for a cluster-scoped object. */
  readonly namespace: string
  readonly name: string
}

/** A request as a mapping function returns it: without a namespace, it names a cluster-scoped object. */
export type RequestLike = Pick<ResourceLocation, 'namespace'> & { readonly name: string }

/** Names an object's own request. Throws a UsageError if the object has no name. */
export function requestOf({ metadata }: KubernetesObject): Request {
  if (!metadata?.name) throw new UsageError('the object has no name in its metadata')
  return { namespace: metadata.namespace ?? '', name: metadata.name }
}

/**
 * The queue's key of a request: `namespace/name`, or `name` for a cluster-scoped object. A slash within a part is escaped, so
 * that two requests never share a key, also those that a mapping function makes up.
 */
export const requestKey = ({ namespace = '', name }: RequestLike): string =>
  namespace === '' ? escaped(name) : `${escaped(namespace)}/${escaped(name)}`

const escaped = (part: string): string =>
  /[%/]/.test(part) ? part.replaceAll('%', '%25').replaceAll('/', '%2F') : part
