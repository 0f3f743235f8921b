import { type KubernetesObject, type ObjectMeta, UsageError } from '@kube-informer/core'

/** An object whose metadata may be changed: a draft, or an object that was built here. */
export interface WritableObject {
  metadata?: { -readonly [K in keyof ObjectMeta]: ObjectMeta[K] } | undefined
}

/** The metadata, created if it is missing. Throws a UsageError if it is frozen. */
export function metadataOf(object: WritableObject): NonNullable<WritableObject['metadata']> {
  refuseFrozen(object.metadata ?? object)
  object.metadata ??= {}
  return object.metadata
}

/** An assignment would throw as well, but its message would not say what to do. */
export function refuseFrozen(object: object): void {
  if (!Object.isFrozen(object)) return
  throw new UsageError('the object is frozen, as those of a cache are: change a draft of it, see draftOf')
}

/** `Widget default/a`, for messages. */
export function describeObject({ kind = 'object', metadata }: KubernetesObject): string {
  const namespace = metadata?.namespace ? `${metadata.namespace}/` : ''
  return `${kind} ${namespace}${metadata?.name ?? ''}`
}
