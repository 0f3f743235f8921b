import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { SocketReaders } from '../support/relay/socket-readers.ts'
import { relayWorkerdFanOut } from './relay-workerd-fan-out.ts'

/** The memory of idle readers in workerd. */
export const relayWorkerdIdle: BenchCase = {
  ...relayWorkerdFanOut,
  name: 'relay-workerd-idle',
  description:
    '{readers} readers of a Durable Object, over HTTP unless named, without events: memory of each in workerd',
  metrics: [
    { key: 'heapBytes', unit: 'bytes of heap' },
    { key: 'residentBytes', unit: 'resident bytes' },
  ],
  setup: { readers: 2000 },
  smoke: { readers: 100 },
  contenders: relayWorkerdFanOut.contenders.map(contender => ({ ...contender, run: openReaders })),
}

/** Memory of an idle reader of the Durable Object `className` in workerd. */
async function openReaders({ readers, className }: Setup): Promise<Sample> {
  const { startWorkerd } = await import('../support/relay/start-workerd.ts')
  const { WATCH_PATH } = await import('../support/relay/started-relay.ts')
  const server = await startWorkerd(String(className))
  const open = new SocketReaders()
  const count = Number(readers)
  // The first readers compile the code.
  await open.open(server.url + WATCH_PATH, count / 10)
  const [heap, resident] = [await server.heap(), server.resident()]
  await open.open(server.url + WATCH_PATH, count)
  const sample = {
    heapBytes: ((await server.heap()) - heap) / count,
    residentBytes: (server.resident() - resident) / count,
  }
  open.close()
  await server.close()
  return sample
}
