import type { FakeApiserver } from '@kube-informer/testing'
import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { startStopwatch } from '../support/measure/stopwatch.ts'

/** Lists from bytes that are already encoded. */
export const cacherList: BenchCase = {
  name: 'cacher-list',
  extra: true,
  description: 'a list of 10,000 Pods of 7 KB, after a first list: until its last byte is read',
  metrics: [
    { key: 'ms', unit: 'ms' },
    { key: 'cpuMs', unit: 'CPU ms' },
    { key: 'gigabytesPerSecond', unit: 'GB/s', digits: 2 },
  ],
  setup: { count: 10_000, lists: 10, warmUps: 1 },
  smoke: { count: 500, lists: 2, warmUps: 0 },
  contenders: [
    { name: 'the bytes of each Pod copied, beside the Pods', run: copyBytes, floor: true },
    { name: 'fake apiserver', run: readLists },
  ],
}

/** The floor: copies the bytes of each Pod once, in a process that also holds the Pods, so that the collector has the same heap. */
async function copyBytes({ count, lists }: Setup): Promise<Sample> {
  const { somePods } = await import('../support/cacher/pod-versions.ts')
  const { encodeItems } = await import('../support/pods/wire.ts')
  const pods = somePods(Number(count))
  const items = encodeItems(pods)
  const size = items.reduce((sum, { length }) => sum + length, 0)
  const stopwatch = startStopwatch()
  let copied = 0
  for (let list = 0; list < Number(lists); list++) {
    for (let chunk: Buffer[] = [], at = 0; at < items.length; at += 9) {
      chunk = items.slice(at, at + 9)
      copied += Buffer.concat(chunk).length
    }
  }
  const { ms, cpuMs } = stopwatch()
  if (copied !== size * Number(lists) || pods.length !== count) throw new Error(`${copied} bytes`)
  return { ms: ms / Number(lists), cpuMs: cpuMs / Number(lists), gigabytesPerSecond: copied / ms / 1e6 }
}

/** Lists of the fake apiserver, read completely, after a first list that encodes each Pod. */
async function readLists({ count, lists }: Setup): Promise<Sample> {
  const { somePods } = await import('../support/cacher/pod-versions.ts')
  const { createFakeApiserver } = await import('@kube-informer/testing')
  const server = createFakeApiserver({ objects: somePods(Number(count)) })
  const first = await sizeOfList(server)
  const stopwatch = startStopwatch()
  let read = 0
  for (let list = 0; list < Number(lists); list++) read += await sizeOfList(server)
  const { ms, cpuMs } = stopwatch()
  if (read !== first * Number(lists) || first < Number(count) * 6000) throw new Error(`${read} bytes`)
  return { ms: ms / Number(lists), cpuMs: cpuMs / Number(lists), gigabytesPerSecond: read / ms / 1e6 }
}

async function sizeOfList(server: FakeApiserver): Promise<number> {
  const { body } = await server.fetch('http://fake/api/v1/pods')
  let size = 0
  for await (const chunk of body ?? []) size += chunk.length
  return size
}
