import type { Pod } from '@kube-informer/testing'

/** The Pod on another node. */
export const onNode = (pod: Pod, nodeName: string): Pod => ({
  ...pod,
  spec: { containers: [], ...pod.spec, nodeName },
})

/** A new Pod like this one. */
export function another(pod: Pod, name: string): Pod {
  const { uid: _uid, resourceVersion: _resourceVersion, ...metadata } = pod.metadata
  return { ...pod, metadata: { ...metadata, name } }
}
