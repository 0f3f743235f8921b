import type { Request } from '@kube-informer/controller'
import type { Sample, Setup } from '../bench-case.ts'
import { collectHeap } from './collect-heap.ts'
import { LongestBlock } from './longest-block.ts'
import { startController } from './pod-controller.ts'
import { startCache } from './synced-cache.ts'

/** From the start of a controller, whose cache has synced, until each Pod is reconciled. */
export async function run(setup: Setup): Promise<Sample> {
  const synced = await startCache(setup)
  const all = Promise.withResolvers<void>()
  const reconciled = new Set<string>()
  let calls = 0
  let firstCall = 0
  await collectHeap()
  const block = new LongestBlock()
  const started = performance.now()
  const stop = startController(synced, async ({ namespace, name }: Request) => {
    reconciled.add(`${namespace}/${name}`)
    if (++calls === 1) firstCall = performance.now()
    if (calls === setup.count) all.resolve()
  })
  await all.promise
  const ended = performance.now()
  const blockMs = block.end()
  await stop()
  await synced.stop()
  if (reconciled.size !== setup.count) throw new Error(`${reconciled.size} Pods were reconciled`)
  return { ms: ended - started, workMs: ended - firstCall, blockMs }
}
