import { setTimeout as sleep } from 'node:timers/promises'
import type { Run } from '../bench-case.ts'
import { startWorkerd } from './start-workerd.ts'
import { WATCH_PATH } from './started-relay.ts'
import { WebSocketReaders } from './web-socket-readers.ts'

/**
 * Memory of an idle reader over WebSocket.
 *
 * @param cluster `awake`: of a leaf that is awake; `sleeping`: of one that sleeps; `bare`: of an object that only accepts sockets
 * @param idleMs how long nothing is requested before each measurement. A leaf of this bench sleeps after five to ten
 *   seconds, and workerd removes it from memory ten seconds later
 */
export const run: Run = async ({ readers, cluster, idleMs = 0 }) => {
  const server = await startWorkerd('Tree', { file: 'workerd-tree' })
  const open = new WebSocketReaders()
  const url = `${server.url}${WATCH_PATH}&cluster=${cluster}`
  const count = Number(readers)
  const instance = async () => (await fetch(`${server.url}/instance?cluster=${cluster}`)).text()
  await untilReady(`${server.url}/api/v1/pods?resourceVersion=0&cluster=${cluster}`)
  // The first readers compile the code.
  await open.open(url, count / 10)
  await sleep(Number(idleMs))
  const [heap, resident] = [await server.heap(), server.resident()]
  await open.open(url, count)
  const awake = await instance()
  await sleep(Number(idleMs))
  const sample = {
    heapBytes: ((await server.heap()) - heap) / count,
    residentBytes: (server.resident() - resident) / count,
  }
  if (Number(idleMs) > 0 && (await instance()) === awake) throw new Error('the object has remained in memory')
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
