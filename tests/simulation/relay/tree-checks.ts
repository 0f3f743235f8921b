import { type FakeApiserver, pods } from '@kube-informer/testing'
import { ensure } from '../violation.ts'
import type { Crowd } from './crowd.ts'
import type { Oracle } from './oracle.ts'
import type { TreeNode } from './tree-node.ts'
import type { TreeSize } from './tree-plan.ts'

/** The frames of queued events, which the limit does not count, and an event that arrives meanwhile. */
const FRAME_BYTES = 32 * 1024

/** One watch, and one list in all: the storage is warm afterwards. */
export function checkLinks(nodes: readonly TreeNode[]): void {
  for (const { name, link } of nodes) {
    ensure(link.mostWatches <= 1, () => `${name} had ${link.mostWatches} watches at the same time`)
    ensure(link.mostLists <= 1, () => `${name} had ${link.mostLists} lists in flight`)
    ensure(link.lists <= 1, () => `${name} listed ${link.lists} times`)
  }
}

/** Returns the largest queue of all readers of a leaf. */
export function checkQueues(crowds: readonly Crowd[], { watchBytes, allWatchBytes }: TreeSize): number {
  let most = 0
  for (const { leaf, stats } of crowds) {
    const queued = leaf.metric('relay_queued_bytes')
    most = Math.max(most, queued)
    ensure(queued <= allWatchBytes, () => `${leaf.name} has queued ${queued} bytes`)
    const limit = watchBytes + FRAME_BYTES
    ensure(
      stats.mostBacklogBytes <= limit,
      () => `${leaf.name} kept ${stats.mostBacklogBytes} bytes for one reader`,
    )
  }
  return most
}

/** No process of a leaf opens more watches than configured. */
export function checkRates(crowds: readonly Crowd[], { watchesPerSecond, watchBurst }: TreeSize): void {
  for (const { leaf, meters } of crowds)
    for (const seconds of [1, 10])
      for (const meter of meters.slice(-2))
        ensure(
          meter.peak(seconds) <= watchBurst + seconds * watchesPerSecond,
          () => `${leaf.name} opened ${meter.peak(seconds)} watches within ${seconds} s`,
        )
}

/** The oracle itself agrees with the server. */
export function checkServer(server: FakeApiserver, oracle: Oracle): void {
  const listed = server
    .list(pods)
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name}@${metadata.resourceVersion}`)
  ensure(listed.toSorted().join() === oracle.objects.join(), () => 'the oracle differs from the server')
}
