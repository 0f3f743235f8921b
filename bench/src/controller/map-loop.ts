import { pods } from '@kube-informer/testing'
import type { Sample, Setup } from '../bench-case.ts'
import { collectHeap } from './collect-heap.ts'
import { LongestBlock } from './longest-block.ts'
import { startCache } from './synced-cache.ts'

/** A loop over the cached Pods that waits for each call: no queue, no retries, and the thread is never released. */
export async function run(setup: Setup): Promise<Sample> {
  const { cache, stop } = await startCache(setup)
  const { items } = await cache.list(pods)
  const objects = new Map(items.map(pod => [`${pod.metadata.namespace}/${pod.metadata.name}`, pod]))
  const reconciled = new Set<string>()
  const reconcile = async (key: string): Promise<void> => {
    reconciled.add(key)
  }
  await collectHeap()
  const block = new LongestBlock()
  const started = performance.now()
  for (const key of objects.keys()) await reconcile(key)
  const ms = performance.now() - started
  const blockMs = block.end()
  await stop()
  if (reconciled.size !== setup.count) throw new Error(`${reconciled.size} Pods were reconciled`)
  return { ms, workMs: ms, blockMs }
}
