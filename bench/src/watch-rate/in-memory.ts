import type { Sample, Setup } from '../bench-case.ts'
import { expectPods } from '../pods/check.ts'
import { fetchChunks, inMemoryFetch } from '../pods/in-memory.ts'
import { createPodInformer, serverOf } from '../pods/informer.ts'
import { rateOf, startStopwatch } from '../pods/stopwatch.ts'
import { Arrivals } from './arrivals.ts'

/** kube-informer, from bytes in memory. */
export async function run(setup: Setup): Promise<Sample> {
  const { events } = setup
  const url = serverOf(setup)
  const list = await fetchChunks(`${url}/api/v1/pods`)
  const chunks = await fetchChunks(`${url}/events`)
  const { promise: go, resolve: letGo } = Promise.withResolvers<void>()
  const fetch = inMemoryFetch({ list, watch: { chunks, go } })
  const stopping = new AbortController()
  const informer = createPodInformer({ url: 'http://memory', fetch }, setup)
  const arrivals = new Arrivals(informer, Number(events))
  const running = informer.run(stopping.signal)
  await arrivals.synced
  // What fetching the events left behind would be collected meanwhile.
  globalThis.gc?.()
  const stopwatch = startStopwatch()
  letGo()
  await arrivals.all
  const rate = rateOf(stopwatch(), Number(events))
  expectPods(informer, setup)
  stopping.abort()
  await running
  return rate
}
