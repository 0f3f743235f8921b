import type { Status } from '@kube-informer/core'
import type { DurableWebSocket } from '../durable-object.ts'

/** Ends a watch over WebSocket with an ERROR event. */
export function sendLast(socket: Pick<DurableWebSocket, 'send' | 'close'>, object: Status): void {
  sendIfOpen(socket, { type: 'ERROR', object })
  socket.close(1000)
}

/** Sends an event, unless the reader has just closed the socket. */
export function sendIfOpen(socket: Pick<DurableWebSocket, 'send'>, event: object): void {
  try {
    socket.send(`${JSON.stringify(event)}\n`)
  } catch {
    // The runtime reports the end of the socket.
  }
}
