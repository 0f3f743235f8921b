import type { Pod } from '@kube-informer/testing'
import { versionedPods } from '../pods/wire.ts'

/** The number of Pods that are updated in rotation. */
const PODS = 1000

/** Realistic Pods of 7 KB. */
export const somePods = (count = PODS): readonly Pod[] => [...versionedPods({ count })]

/** Updates one Pod after the other; only the status differs from the previous state. */
export function* versionsOf(pods: readonly Pod[], events: number): Generator<Pod> {
  for (let event = 0; event < events; event++) {
    const pod = pods[event % pods.length]
    if (pod) yield { ...pod, status: { ...pod.status, message: String(event).padStart(8, '0') } }
  }
}
