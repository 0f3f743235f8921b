import type { KubernetesObject } from '@kube-informer/core'

type Transform = (object: KubernetesObject) => KubernetesObject

/** A transform whose results keep what reads compare with the client's own writes: the uid and the resourceVersion. */
export const keepIdentity =
  (transform: Transform): Transform =>
  object => {
    // Before the call, which may change the object in place.
    const { uid, resourceVersion } = object.metadata ?? {}
    const result = transform(object)
    const { metadata } = result
    if (metadata?.uid === uid && metadata?.resourceVersion === resourceVersion) return result
    const identity = { ...(uid && { uid }), ...(resourceVersion && { resourceVersion }) }
    return { ...result, metadata: { ...metadata, ...identity } }
  }
