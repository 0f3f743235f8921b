import { nextPodStatus, type Pod, seededRandom } from '@kube-informer/testing'
import { LIST_VERSION } from '../pods/wire.ts'

/** One in this many Pods differs in the second list. */
const EVERY = 100

/** The number of changed Pods. */
export const changesAmong = (count: number): number => Math.ceil(count / EVERY)

/** The resourceVersion of the second list. */
export const RELIST_VERSION: number = LIST_VERSION + 1_000_000

/** The Pods of the second list. */
export function changedPods(pods: readonly Pod[]): readonly Pod[] {
  const random = seededRandom(2)
  return pods.map((pod, index) => {
    if (index % EVERY > 0) return pod
    const metadata = { ...pod.metadata, resourceVersion: String(LIST_VERSION + 1 + index) }
    return { ...pod, metadata, status: nextPodStatus(pod, random) }
  })
}
