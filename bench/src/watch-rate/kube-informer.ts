import type { Sample, Setup } from '../bench-case.ts'
import { expectPods } from '../pods/check.ts'
import { createPodInformer, serverOf } from '../pods/informer.ts'
import { rateOf, startStopwatch } from '../pods/stopwatch.ts'
import { letGo, loadFetch } from '../pods/stream.ts'
import { Arrivals } from './arrivals.ts'

/** kube-informer over HTTP. */
export async function run(setup: Setup): Promise<Sample> {
  const { events } = setup
  const url = serverOf(setup)
  await loadFetch(url)
  const stopping = new AbortController()
  const informer = createPodInformer({ url }, setup)
  const arrivals = new Arrivals(informer, Number(events))
  const running = informer.run(stopping.signal)
  await arrivals.synced
  const stopwatch = startStopwatch()
  letGo(url)
  await arrivals.all
  const rate = rateOf(stopwatch(), Number(events))
  expectPods(informer, setup)
  stopping.abort()
  await running
  return rate
}
