// The readers of a server in another process, which is the parent. remote-readers.ts is the parent's side.
import { SocketReaders } from './socket-readers.ts'

/** What the parent sends. The process answers each message with its number, when it is done. */
export type ReaderTask =
  | { readonly number: number; readonly open: { readonly url: string; readonly readers: number } }
  | { readonly number: number; readonly receive: number }

const readers = new SocketReaders()
process.once('disconnect', () => process.exit())
process.on('message', async (task: ReaderTask) => {
  if ('open' in task) await readers.open(task.open.url, task.open.readers)
  else await readers.received(task.receive)
  process.send?.(task.number)
})
