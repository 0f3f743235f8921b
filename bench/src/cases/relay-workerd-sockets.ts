import { setTimeout } from 'node:timers/promises'
import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { needsLinux } from '../support/relay/needs-linux.ts'
import { WebSocketReaders } from '../support/relay/web-socket-readers.ts'
import { relayWorkerdIdle } from './relay-workerd-idle.ts'

/** The memory of idle readers over hibernatable WebSockets in workerd. */
export const relayWorkerdSockets: BenchCase = {
  ...relayWorkerdIdle,
  name: 'relay-workerd-sockets',
  description:
    '{readers} idle readers of a Durable Object over hibernatable WebSockets: memory of each in workerd',
  setup: { readers: 1000, idleMs: 20_000 },
  // No object leaves memory.
  smoke: { readers: 100, idleMs: 0 },
  contenders: [
    {
      name: 'an object that only accepts them',
      run: openReaders,
      setup: { cluster: 'bare' },
      missing: needsLinux,
      floor: true,
    },
    { name: 'relay, awake', run: openReaders, setup: { cluster: 'awake', idleMs: 0 }, missing: needsLinux },
    { name: 'relay, asleep', run: openReaders, setup: { cluster: 'sleeping' }, missing: needsLinux },
  ],
}

/**
 * Memory of an idle reader over WebSocket.
 *
 * @param cluster `awake`: of a leaf that is awake; `sleeping`: of one that sleeps; `bare`: of an object that only accepts sockets
 * @param idleMs how long nothing is requested before each measurement. A leaf of this bench sleeps after five to ten
 *   seconds, and workerd removes it from memory ten seconds later
 */
async function openReaders({ readers, cluster, idleMs = 0 }: Setup): Promise<Sample> {
  const { startWorkerd } = await import('../support/relay/start-workerd.ts')
  const { WATCH_PATH } = await import('../support/relay/started-relay.ts')
  const server = await startWorkerd('Tree', { file: 'workerd-tree' })
  const open = new WebSocketReaders()
  const url = `${server.url}${WATCH_PATH}&cluster=${cluster}`
  const count = Number(readers)
  const instance = async () => (await fetch(`${server.url}/instance?cluster=${cluster}`)).text()
  await untilReady(`${server.url}/api/v1/pods?resourceVersion=0&cluster=${cluster}`)
  // The first readers compile the code.
  await open.open(url, count / 10)
  await setTimeout(Number(idleMs))
  const [heap, resident] = [await server.heap(), server.resident()]
  await open.open(url, count)
  const awake = await instance()
  await setTimeout(Number(idleMs))
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
    await setTimeout(100)
  }
}
