import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { expectCount } from '../support/measure/operations.ts'
import { startStopwatch } from '../support/measure/stopwatch.ts'
import { Chunks, inMemoryFetch } from '../support/pods/in-memory.ts'

const at = (megabytes: number): Contender => ({
  name: `a list with one item of ${megabytes} MB`,
  run: listOne,
  setup: { megabytes },
})

/**
 * Whether the cost of reading an item is proportional to its size. Every second byte of the item is a comma that the scanner
 * records, which is the most that JSON allows; the largest item has half the size at which the client gives up. The result is
 * the CPU time of each megabyte, so that ratios near 1 mean linear cost.
 */
export const denseItems: BenchCase = {
  name: 'dense-items',
  extra: true,
  description: 'items of 4 to 32 MB in which every second byte is a comma: the CPU time of each megabyte',
  metrics: [
    { key: 'cpuMsPerMegabyte', unit: 'CPU ms/MB', digits: 2 },
    { key: 'msPerMegabyte', unit: 'ms/MB', digits: 2 },
    { key: 'ms', unit: 'ms', digits: 0 },
  ],
  setup: { warmUps: 1 },
  smoke: { scale: 0.01 },
  contenders: [{ ...at(4), floor: true }, at(8), at(16), at(32)],
}

const MEGABYTE = 1_000_000

/** Lists one item of this size, as a row, whose text is not parsed. */
async function listOne({ megabytes, scale = 1 }: Setup): Promise<Sample> {
  const { createKubeClient, createListWatch } = await import('@kube-informer/core')
  const { configMaps } = await import('@kube-informer/testing')
  const size = Number(megabytes) * Number(scale)
  const list = new Chunks(bodyOf(size * MEGABYTE))
  const client = createKubeClient({ baseUrl: 'http://memory', fetch: inMemoryFetch({ list }) })
  const listerWatcher = createListWatch(client, configMaps, { form: 'row', encoding: 'json' })
  const { signal } = new AbortController()
  const stopwatch = startStopwatch()
  const { items } = await listerWatcher.list({}, { signal })
  const { ms, cpuMs } = stopwatch()
  expectCount('items', items.length, 1)
  return { ms, msPerMegabyte: ms / size, cpuMsPerMegabyte: cpuMs / size }
}

function bodyOf(bytes: number): Uint8Array {
  const commas = ',0'.repeat(bytes / 2)
  return new TextEncoder().encode(
    `{"metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":"dense","namespace":"default"},"data":[0${commas}]}]}`,
  )
}
