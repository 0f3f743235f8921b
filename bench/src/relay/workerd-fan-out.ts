import type { Run } from '../bench-case.ts'
import { measureFanOut } from './measure-fan-out.ts'
import { send } from './send.ts'
import { SocketReaders } from './socket-readers.ts'
import { startWorkerd } from './start-workerd.ts'
import { WATCH_PATH } from './started-relay.ts'

/** Readers in this process, of the Durable Object `className` in workerd. */
export const run: Run = async setup => {
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
