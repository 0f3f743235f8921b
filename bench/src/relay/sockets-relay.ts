import { serveRelay } from '@kube-informer/relay/node'
import type { Run } from '../bench-case.ts'
import { measureFanOut, ownCpuMs } from './measure-fan-out.ts'
import { RemoteReaders } from './remote-readers.ts'
import { createBenchRelay, WATCH_PATH } from './started-relay.ts'

export const run: Run = async setup => {
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
