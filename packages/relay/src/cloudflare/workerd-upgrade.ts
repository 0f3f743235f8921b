import type { Upgrade } from '@kube-informer/cacher/sockets'
import { UsageError } from '@kube-informer/core'
import type { ReaderSocket } from '../socket/reader-socket.ts'
import type { DurableWebSocket } from './durable-object.ts'

type WorkerdSocket = ReaderSocket & DurableWebSocket & { accept(): void }

/** What workerd adds to the globals. */
interface Host {
  readonly WebSocketPair?: new () => { readonly 0: object; readonly 1: WorkerdSocket }
  readonly WebSocketRequestResponsePair?: new (request: string, response: string) => object
}

/** A new WebSocket: the relay's side, which is not accepted yet, and the response with the reader's side. */
export function openWebSocket(protocol: string | undefined): {
  readonly socket: WorkerdSocket
  readonly response: Response
} {
  const { WebSocketPair } = globalThis as Host
  if (!WebSocketPair) throw new UsageError('a RelayObject runs in workerd only')
  const { 0: client, 1: socket } = new WebSocketPair()
  const init: ResponseInit & { readonly webSocket: object } = {
    status: 101,
    webSocket: client,
    ...(protocol === undefined ? {} : { headers: { 'Sec-WebSocket-Protocol': protocol } }),
  }
  return { socket, response: new Response(null, init) }
}

/** Upgrades a request with a `WebSocketPair`. */
export const workerdUpgrade: Upgrade<ReaderSocket> = (_request, protocol) => {
  const { socket, response } = openWebSocket(protocol)
  socket.accept()
  return { socket, response }
}

/** The runtime's answer to a message with this text; undefined outside of workerd. */
export function autoResponse(message: string, answer: string): object | undefined {
  const { WebSocketRequestResponsePair } = globalThis as Host
  return WebSocketRequestResponsePair && new WebSocketRequestResponsePair(message, answer)
}
