import type { Sample, Setup } from '../bench-case.ts'
import { usedMemory } from '../memory.ts'
import { expectPods } from '../pods/check.ts'
import { createPodInformer, serverOf } from '../pods/informer.ts'
import { startStopwatch } from '../pods/stopwatch.ts'
import { loadFetch } from '../pods/stream.ts'

/** kube-informer over HTTP. */
export async function run(setup: Setup): Promise<Sample> {
  const { count } = setup
  const url = serverOf(setup)
  await loadFetch(url)
  const before = usedMemory()
  const stopping = new AbortController()
  const stopwatch = startStopwatch()
  const informer = createPodInformer({ url }, setup)
  const running = informer.run(stopping.signal)
  await informer.synced()
  const lap = stopwatch()
  const kilobytesPerPod = (usedMemory() - before) / 1000 / Number(count)
  expectPods(informer, setup)
  stopping.abort()
  await running
  return { ...lap, kilobytesPerPod }
}
