import { createFakeApiserver, type FakeApiserver } from '@kube-informer/testing'
import type { Run } from '../bench-case.ts'
import { startStopwatch } from '../pods/stopwatch.ts'
import { somePods } from './pod-versions.ts'

/** Lists of the fake apiserver, read completely, after a first list that encodes each Pod. */
export const run: Run = async ({ count, lists }) => {
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
