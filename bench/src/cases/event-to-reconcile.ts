import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { inGo } from '../support/client-go/controller-bench.ts'
import { servePods } from '../support/servers.ts'

/** The time in this process, without the network: from the transform of the cache, which is called before an event is stored. */
export const eventToReconcile: BenchCase = {
  name: 'event-to-reconcile',
  extra: true,
  description:
    '{events} events, one after another on an idle queue: event in the cache -> the reconciler is called',
  metrics: [
    { key: 'p99Ms', unit: 'ms (p99)', digits: 3 },
    { key: 'p50Ms', unit: 'ms (p50)', digits: 3 },
    { key: 'maxMs', unit: 'ms (max)', digits: 3 },
  ],
  setup: { count: 1000, events: 1000, warmUps: 1 },
  smoke: { count: 20, events: 20, warmUps: 0 },
  start: servePods,
  contenders: [
    { name: 'a handler of the informer', run: callHandler, floor: true },
    { name: 'Controller', run: callReconciler },
    inGo('controller-runtime 0.25 (Go)', { mode: 'event-to-reconcile' }, 'url', 'count', 'events'),
  ],
}

/** From an event that the cache is about to store until a handler of the informer is called: no queue and no reconciler. */
async function callHandler(setup: Setup): Promise<Sample> {
  const { startCache } = await import('../support/controller/synced-cache.ts')
  const { pods } = await import('@kube-informer/testing')
  const source = new EventSource()
  const { cache, stop } = await startCache(setup, source.onObject)
  await cache.informerFor(pods).addEventHandler({ onUpdate: source.onCall }).synced
  const sample = await source.measure(setup)
  await stop()
  return sample
}

/** From an event that the cache is about to store until the reconciler is called. */
async function callReconciler(setup: Setup): Promise<Sample> {
  const { startController } = await import('../support/controller/pod-controller.ts')
  const { startCache } = await import('../support/controller/synced-cache.ts')
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

/** Requests events from the server, one after another, and measures from each arrival until the measured function is called. */
class EventSource {
  #arrivedAt = 0
  #onCall: ((ms: number) => void) | undefined

  /** For the transform of a cache, which sees an object before it is stored. */
  readonly onObject = (): void => {
    this.#arrivedAt = performance.now()
  }

  /** Called by what is measured. */
  readonly onCall = (): void => {
    this.#onCall?.(performance.now() - this.#arrivedAt)
  }

  async measure({ url, events }: Setup): Promise<Sample> {
    const latencies: number[] = []
    while (latencies.length < Number(events)) {
      const { promise, resolve } = Promise.withResolvers<number>()
      this.#onCall = resolve
      await (await fetch(`${url}/next`)).arrayBuffer()
      latencies.push(await promise)
    }
    latencies.sort((a, b) => a - b)
    return {
      p99Ms: percentileOf(latencies, 99),
      p50Ms: percentileOf(latencies, 50),
      maxMs: percentileOf(latencies, 100),
    }
  }
}

const percentileOf = (sorted: readonly number[], percent: number): number =>
  sorted[Math.floor(((sorted.length - 1) * percent) / 100)] ?? Number.NaN
