import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { clientGoLists } from '../support/client-go/informer-bench.ts'
import { usedMemory } from '../support/measure/memory.ts'
import { startStopwatch } from '../support/measure/stopwatch.ts'
import { inProtobuf } from '../support/pods/in-protobuf.ts'
import { loadFetch, serverOf } from '../support/pods/requests.ts'
import { servePodsInBothEncodings } from '../support/servers.ts'

const transport: Contender = { name: 'bytes read and dropped', run: readBytes }
const rows: Contender = { name: 'kube-informer, form: row', run: syncInformer, setup: { form: 'row' } }

/** From the first request to a synced informer with its namespace index. */
export const coldSyncHttp: BenchCase = {
  name: 'cold-sync-http',
  description: '{count} realistic Pods from a server in another process: list started -> synced, indexed',
  metrics: [
    { key: 'ms', unit: 'ms' },
    { key: 'cpuMs', unit: 'CPU ms' },
    { key: 'kilobytesPerPod', unit: 'KB/Pod', digits: 1 },
  ],
  setup: { count: 10_000, warmUps: 1 },
  smoke: { count: 1_000, warmUps: 0 },
  short: { setup: { count: 5_000, warmUps: 0 }, bestOf: 2 },
  start: servePodsInBothEncodings,
  contenders: [
    { ...transport, floor: true },
    // The floor of what receives protobuf.
    { ...inProtobuf(transport), extra: true },
    { name: 'kube-informer, form: object', run: syncInformer, setup: { form: 'object' } },
    rows,
    inProtobuf(rows),
    { name: '@kubernetes/client-node makeInformer', run: syncClientNode, peer: true },
    ...clientGoLists,
  ],
}

/** The floor over HTTP: the bytes of the response are read and discarded. */
async function readBytes(setup: Setup): Promise<Sample> {
  const url = serverOf(setup)
  await loadFetch(url)
  const stopwatch = startStopwatch()
  const response = await fetch(`${url}/api/v1/pods`)
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  const lap = stopwatch()
  if (bytes < Number(setup.count)) throw new Error(`${bytes} bytes`)
  return lap
}

/** kube-informer over HTTP. */
async function syncInformer(setup: Setup): Promise<Sample> {
  const { expectPods } = await import('../support/pods/check.ts')
  const { createPodInformer } = await import('../support/pods/informer.ts')
  const { count } = setup
  const url = serverOf(setup)
  await loadFetch(url)
  const before = usedMemory()
  const stopping = new AbortController()
  const stopwatch = startStopwatch()
  const informer = createPodInformer({ url }, setup)
  const running = informer.run(stopping.signal)
  await informer.synced()
  const lap = stopwatch()
  const kilobytesPerPod = (usedMemory() - before) / 1000 / Number(count)
  expectPods(informer, setup)
  stopping.abort()
  await running
  return { ...lap, kilobytesPerPod }
}

/** The official JavaScript client. */
async function syncClientNode(setup: Setup): Promise<Sample> {
  const { createClientNodeInformer, expectClientNodePods } = await import('../support/pods/client-node.ts')
  const { url, count } = setup
  await loadFetch(url)
  const before = usedMemory()
  const stopwatch = startStopwatch()
  const informer = createClientNodeInformer(url)
  // It has neither a promise nor an event for "synced"; the callback of the last object is the first indication.
  const synced = new Promise<void>((resolve, reject) => {
    let added = 0
    informer.on('add', () => {
      if (++added === count) resolve()
    })
    informer.on('error', reject)
  })
  void informer.start()
  await synced
  const lap = stopwatch()
  const kilobytesPerPod = (usedMemory() - before) / 1000 / Number(count)
  expectClientNodePods(informer, setup)
  void informer.stop()
  return { ...lap, kilobytesPerPod }
}
