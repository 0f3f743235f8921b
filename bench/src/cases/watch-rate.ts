import type { SharedIndexInformer } from '@kube-informer/core'
import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { clientGoWatches } from '../support/client-go/informer-bench.ts'
import { rateOf, startStopwatch } from '../support/measure/stopwatch.ts'
import { fetchChunks, inMemoryFetch } from '../support/pods/in-memory.ts'
import { inProtobuf } from '../support/pods/in-protobuf.ts'
import { letGo, loadFetch, serverOf } from '../support/pods/requests.ts'
import { servePodsInBothEncodings } from '../support/servers.ts'

/** A small list first; then every Pod is added once and modified afterwards. */
const setup = { count: 10_000, listed: 1_000, events: 20_000, warmUps: 2 }
const smoke = { count: 1_000, listed: 100, events: 2_000, warmUps: 0 }
const metrics: BenchCase['metrics'] = [
  { key: 'ms', unit: 'ms' },
  { key: 'cpuMs', unit: 'CPU ms' },
  { key: 'eventsPerSecond', unit: 'events/s' },
]

const transport: Contender = { name: 'bytes read, events counted', run: countEvents }
const rows: Contender = { name: 'kube-informer, form: row', run: readInformer, setup: { form: 'row' } }
const rowsInMemory: Contender = { ...rows, run: readInMemory }

/** Events of one watch without a rate limit, until a handler has received the last one. */
export const watchRate: BenchCase = {
  name: 'watch-rate',
  description:
    '{events} events of 7 KB from a server in another process: released -> the last one received by a handler',
  metrics,
  setup,
  smoke,
  short: { setup: { count: 5_000, events: 10_000, warmUps: 0 }, bestOf: 3 },
  start: servePodsInBothEncodings,
  contenders: [
    { ...transport, floor: true },
    // The floor of what receives protobuf.
    { ...inProtobuf(transport), extra: true },
    { name: 'kube-informer, form: object', run: readInformer, setup: { form: 'object' } },
    rows,
    inProtobuf(rows),
    { name: '@kubernetes/client-node makeInformer', run: readClientNode, peer: true },
    ...clientGoWatches,
  ],
}

/** The same without a network: chunks of 64 KB that are already in memory. */
export const watchRateInMemory: BenchCase = {
  name: 'watch-rate-in-memory',
  extra: true,
  description: '{events} events of 7 KB from bytes in memory: released -> the last one received by a handler',
  metrics,
  setup,
  smoke,
  start: servePodsInBothEncodings,
  contenders: [
    { name: 'JSON.parse of each event, decoded and split', run: parseLines, floor: true },
    { name: 'kube-informer, form: object', run: readInMemory, setup: { form: 'object' } },
    rowsInMemory,
    inProtobuf(rowsInMemory),
  ],
}

const NEWLINE = 10
const LENGTH_BYTES = 4

/** The floor: the bytes are read and discarded, and their lines or frames counted. */
async function countEvents(setup: Setup): Promise<Sample> {
  const url = serverOf(setup)
  const events = Number(setup.events)
  const countIn = setup.protobuf ? frameCounter() : linesOf
  await loadFetch(url)
  const stopping = new AbortController()
  const { body } = await fetch(`${url}/api/v1/pods?watch=true`, { signal: stopping.signal })
  const reader = body?.getReader()
  const stopwatch = startStopwatch()
  letGo(url)
  let counted = 0
  while (reader && counted < events) {
    const { value } = await reader.read()
    if (value === undefined) throw new Error(`ended after ${counted} events`)
    counted += countIn(Buffer.from(value.buffer, value.byteOffset, value.length))
  }
  const rate = rateOf(stopwatch(), counted)
  stopping.abort()
  return rate
}

function linesOf(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines++
  return lines
}

/** Counts the frames of protobuf, each preceded by its length in four bytes. A chunk may end anywhere. */
function frameCounter(): (chunk: Buffer) => number {
  const prefix = Buffer.alloc(LENGTH_BYTES)
  let prefixed = 0
  let rest = 0
  return chunk => {
    let frames = 0
    for (let at = 0; at < chunk.length; ) {
      if (prefixed < LENGTH_BYTES) {
        prefix[prefixed++] = chunk[at++] ?? 0
        rest = prefix.readUInt32BE()
        continue
      }
      const skipped = Math.min(rest, chunk.length - at)
      at += skipped
      rest -= skipped
      if (rest > 0) continue
      frames++
      prefixed = 0
    }
    return frames
  }
}

/** kube-informer over HTTP. */
async function readInformer(setup: Setup): Promise<Sample> {
  const { expectPods } = await import('../support/pods/check.ts')
  const { createPodInformer } = await import('../support/pods/informer.ts')
  const { events } = setup
  const url = serverOf(setup)
  await loadFetch(url)
  const stopping = new AbortController()
  const informer = createPodInformer({ url }, setup)
  const arrivals = new Arrivals(informer, Number(events))
  const running = informer.run(stopping.signal)
  await arrivals.synced
  const stopwatch = startStopwatch()
  letGo(url)
  await arrivals.all
  const rate = rateOf(stopwatch(), Number(events))
  expectPods(informer, setup)
  stopping.abort()
  await running
  return rate
}

/** The official JavaScript client. */
async function readClientNode(setup: Setup): Promise<Sample> {
  const { createClientNodeInformer, expectClientNodePods } = await import('../support/pods/client-node.ts')
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

/** The floor without a network: each event is already a separate text; it is parsed and retained until the next one. */
async function parseLines({ url, events }: Setup): Promise<Sample> {
  const response = await fetch(`${url}/events`)
  const lines = (await response.text()).trimEnd().split('\n')
  let last: unknown
  // What fetching the events left behind would be collected meanwhile.
  globalThis.gc?.()
  const stopwatch = startStopwatch()
  for (const line of lines) last = JSON.parse(line)
  const rate = rateOf(stopwatch(), lines.length)
  if (lines.length !== events || last === undefined) throw new Error(`${lines.length} events`)
  return rate
}

/** kube-informer, from bytes in memory. */
async function readInMemory(setup: Setup): Promise<Sample> {
  const { expectPods } = await import('../support/pods/check.ts')
  const { createPodInformer } = await import('../support/pods/informer.ts')
  const { events } = setup
  const url = serverOf(setup)
  const list = await fetchChunks(`${url}/api/v1/pods`)
  const chunks = await fetchChunks(`${url}/events`)
  const { promise: go, resolve: letGo } = Promise.withResolvers<void>()
  const fetch = inMemoryFetch({ list, watch: { chunks, go } })
  const stopping = new AbortController()
  const informer = createPodInformer({ url: 'http://memory', fetch }, setup)
  const arrivals = new Arrivals(informer, Number(events))
  const running = informer.run(stopping.signal)
  await arrivals.synced
  // What fetching the events left behind would be collected meanwhile.
  globalThis.gc?.()
  const stopwatch = startStopwatch()
  letGo()
  await arrivals.all
  const rate = rateOf(stopwatch(), Number(events))
  expectPods(informer, setup)
  stopping.abort()
  await running
  return rate
}

/** Counts the notifications of a handler after the initial list. */
class Arrivals {
  /** Resolves when this many changes have arrived. */
  readonly all: Promise<void>
  /** Resolves when the initial list was delivered. */
  readonly synced: Promise<void>

  constructor(informer: SharedIndexInformer<unknown>, events: number) {
    let arrived = 0
    let onAll: () => void = () => {}
    this.all = new Promise(resolve => {
      onAll = resolve
    })
    const count = () => {
      if (++arrived === events) onAll()
    }
    const handler = informer.addEventHandler({
      onAdd: (_, isInInitialList) => {
        if (!isInInitialList) count()
      },
      onUpdate: count,
    })
    this.synced = handler.synced
  }
}
