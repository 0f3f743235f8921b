import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { measureFanOut } from '../support/relay/measure-fan-out.ts'
import { needsLinux } from '../support/relay/needs-linux.ts'
import { send } from '../support/relay/send.ts'
import { SocketReaders } from '../support/relay/socket-readers.ts'
import { relayFanOut } from './relay-fan-out.ts'

/** `relay-fan-out` in a Durable Object: CPU time of workerd, whose readers are in another process. */
export const relayWorkerdFanOut: BenchCase = {
  ...relayFanOut,
  name: 'relay-workerd-fan-out',
  description:
    '{readers} readers over HTTP of a Durable Object: one event of 1 KB a flush, and {burst} of them',
  setup: { readers: 500, writes: 80, burst: 50, bursts: 80 },
  contenders: [
    {
      name: 'a ReadableStream for each reader',
      run: pushToReaders,
      setup: { className: 'Bare' },
      missing: needsLinux,
      floor: true,
    },
    { name: 'relay', run: pushToReaders, setup: { className: 'Relaying' }, missing: needsLinux },
  ],
}

/** Readers in this process, of the Durable Object `className` in workerd. */
async function pushToReaders(setup: Setup): Promise<Sample> {
  const { startWorkerd } = await import('../support/relay/start-workerd.ts')
  const { WATCH_PATH } = await import('../support/relay/started-relay.ts')
  const server = await startWorkerd(String(setup.className))
  const readers = new SocketReaders()
  await readers.open(server.url + WATCH_PATH, Number(setup.readers))
  const sample = await measureFanOut(setup, {
    push: events => send(`${server.url}/?events=${events}`, 'POST'),
    received: bytes => readers.received(bytes),
    cpuMs: server.cpuMs,
  })
  readers.close()
  await server.close()
  return sample
}
