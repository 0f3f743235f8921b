import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { usedMemory } from '../support/measure/memory.ts'
import { startStopwatch } from '../support/measure/stopwatch.ts'
import { fetchChunks, inMemoryFetch } from '../support/pods/in-memory.ts'
import { inProtobuf } from '../support/pods/in-protobuf.ts'
import { serverOf } from '../support/pods/requests.ts'
import { servePodsInBothEncodings } from '../support/servers.ts'

const rows: Contender = { name: 'kube-informer, form: row', run: syncInMemory, setup: { form: 'row' } }

/**
 * The pipeline without a network: from bytes in chunks of 64 KB to a synced informer with its namespace index. The cache is
 * cold and the code is warm for all contenders: each process has run the task several times before. `--cold` measures the
 * first run of a process, where `JSON.parse` has an advantage because it is native code.
 */
export const coldSync: BenchCase = {
  name: 'cold-sync',
  description: '{count} realistic Pods, from bytes in memory to synced and indexed',
  metrics: [
    { key: 'ms', unit: 'ms' },
    { key: 'cpuMs', unit: 'CPU ms' },
    { key: 'withDecodeMs', unit: 'from bytes ms' },
    { key: 'kilobytesPerPod', unit: 'KB/Pod', digits: 1 },
  ],
  setup: { count: 10_000, warmUps: 4 },
  smoke: { count: 1_000, warmUps: 0 },
  short: { setup: { count: 5_000, warmUps: 1 }, bestOf: 3 },
  start: servePodsInBothEncodings,
  contenders: [
    { name: 'JSON.parse(body), one decoded text', run: parseText, floor: true },
    { name: 'kube-informer, form: object', run: syncInMemory, setup: { form: 'object' } },
    rows,
    inProtobuf(rows),
  ],
}

/** The floor: the body is in memory as one text; only the result of `JSON.parse` is retained. */
async function parseText({ url, count }: Setup): Promise<Sample> {
  const response = await fetch(`${url}/api/v1/pods`)
  const bytes = await response.arrayBuffer()
  const before = usedMemory()
  const whole = startStopwatch()
  const body = new TextDecoder().decode(bytes)
  const parse = startStopwatch()
  const list = JSON.parse(body) as { readonly items: readonly unknown[] }
  const lap = parse()
  const { ms: withDecodeMs } = whole()
  // The text is still referenced, but not counted.
  const kilobytesPerPod = (usedMemory() - before - body.length) / 1000 / Number(count)
  if (list.items.length !== count || body.length === 0) throw new Error(`${list.items.length} items`)
  return { ...lap, withDecodeMs, kilobytesPerPod }
}

/** kube-informer, from bytes in memory to a synced informer. */
async function syncInMemory(setup: Setup): Promise<Sample> {
  const { expectPods } = await import('../support/pods/check.ts')
  const { createPodInformer } = await import('../support/pods/informer.ts')
  const { count } = setup
  const list = await fetchChunks(`${serverOf(setup)}/api/v1/pods`)
  const fetch = inMemoryFetch({ list })
  // The chunks can be collected afterwards, unless the informer references them.
  const before = usedMemory() - list.byteLength
  const stopping = new AbortController()
  const stopwatch = startStopwatch()
  const informer = createPodInformer({ url: 'http://memory', fetch }, setup)
  const running = informer.run(stopping.signal)
  await informer.synced()
  const lap = stopwatch()
  const kilobytesPerPod = (usedMemory() - before) / 1000 / Number(count)
  expectPods(informer, setup)
  stopping.abort()
  await running
  return { ...lap, withDecodeMs: lap.ms, kilobytesPerPod }
}
