import type { KubernetesObject } from '@kube-informer/core'

/** A Pod that is little more than its name, as client-go's own benchmarks use it. */
export interface SmallPod extends KubernetesObject {
  readonly metadata: {
    readonly name: string
    readonly namespace: string
    readonly uid: string
    readonly resourceVersion: string
  }
  readonly spec: { readonly nodeName: string }
}

/** How many values the node index has, whatever the size of the store. */
export const NODES = 200

/** The Pod with this number, in this version. */
export const podAt = (index: number, version: number, namespace = 'default'): SmallPod => ({
  kind: 'Pod',
  metadata: { name: `pod-${index}`, namespace, uid: `uid-${index}`, resourceVersion: String(version) },
  spec: { nodeName: `node-${index % NODES}` },
})

/** So many Pods of the namespace "default". */
export const podsUpTo = (count: number): SmallPod[] =>
  Array.from({ length: count }, (_, i) => podAt(i, i + 1))
