import type { Run } from '../bench-case.ts'
import { SocketReaders } from './socket-readers.ts'
import { startWorkerd } from './start-workerd.ts'
import { WATCH_PATH } from './started-relay.ts'

/** Memory of an idle reader of the Durable Object `className` in workerd. */
export const run: Run = async ({ readers, className }) => {
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
