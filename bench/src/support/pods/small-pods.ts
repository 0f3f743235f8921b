import type { KubernetesObject } from '@kube-informer/core'

/** A minimal Pod, as in client-go's own benchmarks. */
export interface SmallPod extends KubernetesObject {
  readonly metadata: {
    readonly name: string
    readonly namespace: string
    readonly uid: string
    readonly resourceVersion: string
  }
  readonly spec: { readonly nodeName: string }
}

/** The number of values of the node index; it does not depend on the size of the store. */
const NODES = 200

/** The Pod with this number and resourceVersion. */
export const podAt = (index: number, version: number, namespace = 'default'): SmallPod => ({
  kind: 'Pod',
  metadata: { name: `pod-${index}`, namespace, uid: `uid-${index}`, resourceVersion: String(version) },
  spec: { nodeName: `node-${index % NODES}` },
})

/** Pods of the namespace "default". */
export const podsUpTo = (count: number): SmallPod[] =>
  Array.from({ length: count }, (_, i) => podAt(i, i + 1))
