import { setTimeout } from 'node:timers/promises'
import type { Request } from '@kube-informer/controller'
import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { inGo } from '../support/client-go/controller-bench.ts'
import { servePods } from '../support/servers.ts'

/** Both sides have default options: a priority queue, and one reconcile at a time. */
export const firstReconcile: BenchCase = {
  name: 'first-reconcile',
  extra: true,
  description: 'start a controller of {count} cached Pods -> each is reconciled by an empty reconciler',
  metrics: [
    { key: 'ms', unit: 'ms', digits: 1 },
    // controller-runtime asks every 100 ms whether the handler has received the initial list; this does not count.
    { key: 'workMs', unit: 'ms from the first call', digits: 1 },
    { key: 'blockMs', unit: 'ms longest block', digits: 1 },
  ],
  setup: { count: 10_000, warmUps: 4 },
  smoke: { count: 200, warmUps: 0 },
  start: servePods,
  contenders: [
    { name: 'a loop over a Map', run: loopOverMap, floor: true },
    { name: 'Controller', run: reconcileAll },
    inGo('controller-runtime 0.25 (Go)', { mode: 'first-reconcile' }, 'url', 'count'),
  ],
}

/** A loop over the cached Pods that waits for each call: no queue, no retries, and the thread is never released. */
async function loopOverMap(setup: Setup): Promise<Sample> {
  const { startCache } = await import('../support/controller/synced-cache.ts')
  const { pods } = await import('@kube-informer/testing')
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

/** From the start of a controller, whose cache has synced, until each Pod is reconciled. */
async function reconcileAll(setup: Setup): Promise<Sample> {
  const { startController } = await import('../support/controller/pod-controller.ts')
  const { startCache } = await import('../support/controller/synced-cache.ts')
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

/** Directly after a collection the first task takes up to 10 ms longer, perhaps because threads still return its memory. */
const REST_MS = 100

/** Collects what the sync of the cache has left, so that the measurement is not charged with it. */
async function collectHeap(): Promise<void> {
  globalThis.gc?.()
  await setTimeout(REST_MS)
}

/** Measures the longest time that passes between two iterations of the event loop, in which no timer and no I/O is served. */
class LongestBlock {
  #lastAt = performance.now()
  #longestMs = 0
  #isRunning = true

  constructor() {
    setImmediate(this.#tick)
  }

  /** Ends the measurement, and returns the milliseconds. */
  end(): number {
    this.#isRunning = false
    this.#note()
    return this.#longestMs
  }

  readonly #tick = (): void => {
    if (!this.#isRunning) return
    this.#note()
    setImmediate(this.#tick)
  }

  #note(): void {
    const now = performance.now()
    this.#longestMs = Math.max(this.#longestMs, now - this.#lastAt)
    this.#lastAt = now
  }
}
