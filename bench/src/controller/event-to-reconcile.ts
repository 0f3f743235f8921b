import type { Sample, Setup } from '../bench-case.ts'
import { EventSource } from './event-source.ts'
import { startController } from './pod-controller.ts'
import { startCache } from './synced-cache.ts'

/** From an event that the cache is about to store until the reconciler is called. */
export async function run(setup: Setup): Promise<Sample> {
  const source = new EventSource()
  const synced = await startCache(setup, source.onObject)
  const all = Promise.withResolvers<void>()
  let calls = 0
  const stop = startController(synced, async () => {
    source.onCall()
    if (++calls === setup.count) all.resolve()
  })
  // Afterwards the queue is idle.
  await all.promise
  const sample = await source.measure(setup)
  await stop()
  await synced.stop()
  return sample
}
