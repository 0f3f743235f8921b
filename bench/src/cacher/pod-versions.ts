import type { Pod } from '@kube-informer/testing'
import { versionedPods } from '../pods/wire.ts'

/** How many Pods take turns. */
const PODS = 1000

/** Realistic Pods of 7 KB. */
export const somePods = (count = PODS): readonly Pod[] => [...versionedPods({ count })]

/** One Pod after the other with another status, which is all that differs from the version before. */
export function* versionsOf(pods: readonly Pod[], events: number): Generator<Pod> {
  for (let event = 0; event < events; event++) {
    const pod = pods[event % pods.length]
    if (pod) yield { ...pod, status: { ...pod.status, message: String(event).padStart(8, '0') } }
  }
}
