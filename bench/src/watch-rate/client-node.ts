import type { Sample, Setup } from '../bench-case.ts'
import { createClientNodeInformer, expectClientNodePods } from '../pods/client-node.ts'
import { rateOf, startStopwatch } from '../pods/stopwatch.ts'
import { letGo, loadFetch } from '../pods/stream.ts'

/** The official JavaScript client. */
export async function run(setup: Setup): Promise<Sample> {
  const { url, listed, events } = setup
  await loadFetch(url)
  const informer = createClientNodeInformer(url)
  const synced = Promise.withResolvers<void>()
  const all = Promise.withResolvers<void>()
  let arrived = 0
  const arrive = () => {
    if (++arrived === listed) synced.resolve()
    if (arrived === Number(listed) + Number(events)) all.resolve()
  }
  informer.on('add', arrive)
  informer.on('update', arrive)
  informer.on('error', all.reject)
  void informer.start()
  await synced.promise
  const stopwatch = startStopwatch()
  letGo(url)
  await all.promise
  const rate = rateOf(stopwatch(), Number(events))
  expectClientNodePods(informer, setup)
  void informer.stop()
  return rate
}
