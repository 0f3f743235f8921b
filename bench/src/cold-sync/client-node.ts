import type { Sample, Setup } from '../bench-case.ts'
import { usedMemory } from '../memory.ts'
import { createClientNodeInformer, expectClientNodePods } from '../pods/client-node.ts'
import { startStopwatch } from '../pods/stopwatch.ts'
import { loadFetch } from '../pods/stream.ts'

/** The official JavaScript client. */
export async function run(setup: Setup): Promise<Sample> {
  const { url, count } = setup
  await loadFetch(url)
  const before = usedMemory()
  const stopwatch = startStopwatch()
  const informer = createClientNodeInformer(url)
  // It has neither a promise nor an event for "synced"; the callback of the last object is the first indication.
  const synced = new Promise<void>((resolve, reject) => {
    let added = 0
    informer.on('add', () => {
      if (++added === count) resolve()
    })
    informer.on('error', reject)
  })
  void informer.start()
  await synced
  const lap = stopwatch()
  const kilobytesPerPod = (usedMemory() - before) / 1000 / Number(count)
  expectClientNodePods(informer, setup)
  void informer.stop()
  return { ...lap, kilobytesPerPod }
}
