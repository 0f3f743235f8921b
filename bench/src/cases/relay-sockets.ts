import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { encodeEvents, FIRST } from '../support/relay/events.ts'
import { measureFanOut, ownCpuMs } from '../support/relay/measure-fan-out.ts'
import { RemoteReaders } from '../support/relay/remote-readers.ts'
import { relayFanOut } from './relay-fan-out.ts'

/** `relay-fan-out` over HTTP: CPU time of the server, whose readers are in another process. */
export const relaySockets: BenchCase = {
  ...relayFanOut,
  name: 'relay-sockets',
  description: '{readers} readers over HTTP in Node: one event of 1 KB a flush, and {burst} of them',
  setup: { readers: 500, writes: 100, burst: 50, bursts: 60 },
  contenders: [
    { name: 'node:http, a write to each response', run: writeResponses, floor: true },
    { name: 'relay', run: pushToRelay },
  ],
}

/** The floor: writes the bytes of each burst to every response. */
async function writeResponses(setup: Setup): Promise<Sample> {
  const responses: ServerResponse[] = []
  const server = createServer((_request, response) => {
    response.flushHeaders()
    responses.push(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const readers = new RemoteReaders()
  await readers.open(`http://127.0.0.1:${port}`, Number(setup.readers))
  let version = FIRST
  return measureFanOut(setup, {
    push: events => {
      const bytes = encodeEvents(version + 1, events)
      version += events
      for (const response of responses) response.write(bytes)
    },
    received: bytes => readers.received(bytes),
    cpuMs: ownCpuMs,
  })
}

async function pushToRelay(setup: Setup): Promise<Sample> {
  const { createBenchRelay, WATCH_PATH } = await import('../support/relay/started-relay.ts')
  const { serveRelay } = await import('@kube-informer/relay/node')
  const { relay, upstream } = createBenchRelay()
  const { url } = await serveRelay(relay)
  await upstream.watched
  const readers = new RemoteReaders()
  await readers.open(url + WATCH_PATH, Number(setup.readers))
  return measureFanOut(setup, {
    push: events => upstream.push(events),
    received: bytes => readers.received(bytes),
    cpuMs: ownCpuMs,
  })
}
