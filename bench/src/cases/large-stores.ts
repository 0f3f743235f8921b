import type { ListWatch, Watch } from '@kubernetes/client-node'
import type { BenchCase, Contender, Run, Sample, Setup } from '../runner/bench-case.ts'
import { expectCount, sizeOf } from '../support/measure/operations.ts'
import { PushSource } from '../support/pods/push-source.ts'
import { podAt, podsUpTo, type SmallPod } from '../support/pods/small-pods.ts'

const at = (name: string, run: Run, count: number): Contender => ({
  name: `${name}, ${count.toLocaleString('en')}`,
  run,
  setup: { count },
})

/** More objects in one namespace than some caches can list, without a server, so that only the cache is measured. */
export const largeStores: BenchCase = {
  name: 'large-stores',
  extra: true,
  description:
    'small Pods of one namespace: sync, list of all, list of one index value, one update until its handler',
  metrics: [
    { key: 'syncMs', unit: 'sync ms', digits: 1 },
    { key: 'listMs', unit: 'list ms', digits: 2 },
    { key: 'byIndexMs', unit: 'index ms', digits: 2 },
    { key: 'updateMs', unit: 'update ms', digits: 3 },
  ],
  setup: { scale: 1 },
  smoke: { scale: 0.01 },
  contenders: [
    { ...at('Two maps', fillMaps, 130_000), floor: true },
    at('Two maps', fillMaps, 500_000),
    at('SharedIndexInformer', fillInformer, 130_000),
    at('SharedIndexInformer', fillInformer, 500_000),
    at('@kubernetes/client-node ListWatch', fillListWatch, 130_000),
    at('@kubernetes/client-node ListWatch', fillListWatch, 500_000),
  ],
}

/** The floor: one map by key and one by node, filled in a loop. */
async function fillMaps(setup: Setup): Promise<Sample> {
  const count = sizeOf(setup, 'count')
  const pods = podsUpTo(count)
  const store = new Map<string, unknown>()
  const byNode = new Map<string, Map<string, unknown>>()
  const laps = new Laps()
  for (const pod of pods) put(pod)
  laps.end('syncMs')
  const all = [...store.values()]
  laps.end('listMs')
  const ofNode = [...(byNode.get('node-0')?.values() ?? [])]
  laps.end('byIndexMs')
  put(podAt(0, count + 1))
  laps.end('updateMs')
  expectCount('objects', all.length, count)
  expectCount('objects of a node', ofNode.length, pods.filter(pod => pod.spec.nodeName === 'node-0').length)
  return laps.sample

  function put(pod: ReturnType<typeof podAt>): void {
    const key = `${pod.metadata.namespace}/${pod.metadata.name}`
    store.set(key, pod)
    const sameNode = byNode.get(pod.spec.nodeName) ?? new Map<string, unknown>()
    byNode.set(pod.spec.nodeName, sameNode.set(key, pod))
  }
}

/** kube-informer, with an index by node in addition to the one by namespace. */
async function fillInformer(setup: Setup): Promise<Sample> {
  const { byPath, SharedIndexInformer } = await import('@kube-informer/core')
  const count = sizeOf(setup, 'count')
  const pods = podsUpTo(count)
  const source = new PushSource<SmallPod>(pods)
  const informer = new SharedIndexInformer<SmallPod, 'node'>({
    listerWatcher: source,
    indexers: { node: byPath('spec.nodeName') },
  })
  let onUpdated: () => void = () => {}
  const handler = informer.addEventHandler({ onUpdate: () => onUpdated() })
  const stopping = new AbortController()

  const laps = new Laps()
  const running = informer.run(stopping.signal)
  await informer.synced()
  laps.end('syncMs')
  const all = informer.indexer.list()
  laps.end('listMs')
  const ofNode = informer.indexer.byIndex('node', 'node-0')
  laps.end('byIndexMs')

  expectCount('objects', all.length, count)
  expectCount('objects of the namespace', informer.indexer.byIndex('namespace', 'default').length, count)
  expectCount('objects of a node', ofNode.length, pods.filter(pod => pod.spec.nodeName === 'node-0').length)
  await handler.synced
  const updated = new Promise<void>(resolve => {
    onUpdated = resolve
  })
  laps.start()
  source.modify(podAt(0, count + 1))
  await updated
  laps.end('updateMs')

  expectCount('version', Number(informer.lastSyncResourceVersion), count + 1)
  stopping.abort()
  await running
  return laps.sample
}

type OnEvent = (phase: string, object: SmallPod) => void

/** The official client's cache. It has one index, by namespace, so that index is read. */
async function fillListWatch(setup: Setup): Promise<Sample> {
  const { ListWatch } = await import('@kubernetes/client-node')
  const count = sizeOf(setup, 'count')
  const items = podsUpTo(count)
  let onEvent: OnEvent = () => {}
  const watch = {
    watch: async (_path: string, _query: unknown, callback: OnEvent) => {
      onEvent = callback
      return new AbortController()
    },
  }
  const list = async () => ({ metadata: { resourceVersion: String(count) }, items })
  const cache = new ListWatch<SmallPod>('/api/v1/pods', watch as unknown as Watch, list, false)
  let updates = 0
  cache.on('update', () => {
    updates++
  })

  const laps = new Laps()
  await cache.start()
  laps.end('syncMs')
  const all = listOrNothing(cache)
  // A failed list has no time; its column stays empty.
  if (all) laps.end('listMs')
  laps.start()
  const ofNamespace = cache.list('default')
  laps.end('byIndexMs')
  onEvent('MODIFIED', podAt(0, count + 1))
  laps.end('updateMs')

  if (all) expectCount('objects', all.length, count)
  expectCount('objects of the namespace', ofNamespace.length, count)
  expectCount('updates', updates, 1)
  return laps.sample
}

/** It spreads a whole namespace into the arguments of one call, which overflows the stack. */
function listOrNothing(cache: ListWatch<SmallPod>): readonly SmallPod[] | undefined {
  try {
    return cache.list()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    console.error(`@kubernetes/client-node, list() of ${cache.list('default').length} objects: ${error}`)
    return undefined
  }
}

/** Times one step after the other; the time between an end and the next start is not counted. */
class Laps {
  readonly sample: Record<string, number> = {}
  #started = performance.now()

  start(): void {
    this.#started = performance.now()
  }

  end(metric: string): void {
    this.sample[metric] = performance.now() - this.#started
    this.start()
  }
}
