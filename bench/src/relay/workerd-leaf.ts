import { setTimeout as sleep } from 'node:timers/promises'
import type { Run } from '../bench-case.ts'
import { startWorkerd, type Workerd } from './start-workerd.ts'
import { WATCH_PATH } from './started-relay.ts'
import { WebSocketReaders } from './web-socket-readers.ts'

/** Memory of an idle reader over WebSocket, of a leaf that is awake or that sleeps. */
export const run: Run = async ({ readers, sleeps = false }) => {
  const cluster = sleeps ? 'sleeping' : 'awake'
  const server = await startWorkerd('Tree', { file: 'workerd-tree' })
  const open = new WebSocketReaders()
  const url = `${server.url}${WATCH_PATH}&cluster=${cluster}`
  const count = Number(readers)
  const first = count / 10
  const settled = (expected: number) => (sleeps ? untilAsleep(server, cluster, expected) : undefined)
  await untilReady(`${server.url}/api/v1/pods?resourceVersion=0&cluster=${cluster}`)
  // The first readers compile the code.
  await open.open(url, first)
  await settled(first)
  const [heap, resident] = [await server.heap(), server.resident()]
  await open.open(url, count)
  await settled(first + count)
  const sample = {
    heapBytes: ((await server.heap()) - heap) / count,
    residentBytes: (server.resident() - resident) / count,
  }
  open.close()
  await server.close()
  return sample
}

/** Waits until the caches of root and leaf have been filled. */
async function untilReady(list: string): Promise<void> {
  for (;;) {
    const { status, body } = await fetch(list)
    await body?.cancel()
    if (status === 200) return
    await sleep(100)
  }
}

/** Waits until the leaf has attached its readers to their sockets, and removes it from memory. */
async function untilAsleep(server: Workerd, cluster: string, readers: number): Promise<void> {
  const asleep = async () => Number(await (await fetch(`${server.url}/asleep?cluster=${cluster}`)).text())
  while ((await asleep()) < readers) await sleep(100)
  await server.evict(`${cluster} leaf-0 `)
}
