import { createKubeClient, createListWatch } from '@kube-informer/core'
import { configMaps } from '@kube-informer/testing'
import type { Sample, Setup } from '../bench-case.ts'
import { Chunks, inMemoryFetch } from '../pods/in-memory.ts'
import { startStopwatch } from '../pods/stopwatch.ts'
import { expectCount } from '../workloads/stopwatch.ts'

const MEGABYTE = 1_000_000

/** Lists one item of this size, as a row, whose text is not parsed. */
export async function run({ megabytes, scale = 1 }: Setup): Promise<Sample> {
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
