import type { Pod } from '@kube-informer/testing'

/** A copy of the Pod on another node. */
export const onNode = (pod: Pod, nodeName: string): Pod => ({
  ...pod,
  spec: { containers: [], ...pod.spec, nodeName },
})

/** A copy of the Pod under a new name. */
export function another(pod: Pod, name: string): Pod {
  const { uid: _uid, resourceVersion: _resourceVersion, ...metadata } = pod.metadata
  return { ...pod, metadata: { ...metadata, name } }
}
