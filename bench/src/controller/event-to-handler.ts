import { pods } from '@kube-informer/testing'
import type { Sample, Setup } from '../bench-case.ts'
import { EventSource } from './event-source.ts'
import { startCache } from './synced-cache.ts'

/** From an event that the cache is about to store until a handler of the informer is called: no queue and no reconciler. */
export async function run(setup: Setup): Promise<Sample> {
  const source = new EventSource()
  const { cache, stop } = await startCache(setup, source.onObject)
  await cache.informerFor(pods).addEventHandler({ onUpdate: source.onCall }).synced
  const sample = await source.measure(setup)
  await stop()
  return sample
}
