import { nextPodStatus, type Pod, seededRandom } from '@kube-informer/testing'
import { LIST_VERSION } from '../pods/wire.ts'

/** One of so many Pods is another one in the second list. */
const EVERY = 100

/** How many changes there are among so many Pods. */
export const changesAmong = (count: number): number => Math.ceil(count / EVERY)

/** The version of the second list. */
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
