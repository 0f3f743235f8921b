import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Run } from '../bench-case.ts'
import { encodeEvents, FIRST } from './events.ts'
import { measureFanOut, ownCpuMs } from './measure-fan-out.ts'
import { RemoteReaders } from './remote-readers.ts'

/** The floor: writes the bytes of each burst to every response. */
export const run: Run = async setup => {
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
