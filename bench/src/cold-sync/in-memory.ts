import type { Sample, Setup } from '../bench-case.ts'
import { usedMemory } from '../memory.ts'
import { expectPods } from '../pods/check.ts'
import { fetchChunks, inMemoryFetch } from '../pods/in-memory.ts'
import { createPodInformer, serverOf } from '../pods/informer.ts'
import { startStopwatch } from '../pods/stopwatch.ts'

/** kube-informer, from bytes in memory to a synced informer. */
export async function run(setup: Setup): Promise<Sample> {
  const { count } = setup
  const list = await fetchChunks(`${serverOf(setup)}/api/v1/pods`)
  const fetch = inMemoryFetch({ list })
  // The chunks can be collected afterwards, unless the informer references them.
  const before = usedMemory() - list.byteLength
  const stopping = new AbortController()
  const stopwatch = startStopwatch()
  const informer = createPodInformer({ url: 'http://memory', fetch }, setup)
  const running = informer.run(stopping.signal)
  await informer.synced()
  const lap = stopwatch()
  const kilobytesPerPod = (usedMemory() - before) / 1000 / Number(count)
  expectPods(informer, setup)
  stopping.abort()
  await running
  return { ...lap, withDecodeMs: lap.ms, kilobytesPerPod }
}
