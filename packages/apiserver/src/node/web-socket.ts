import {
  asksForWebSocketWatch,
  handshakeError,
  readSubprotocols,
  subprotocolsOf,
  type WatchMessage,
  watchMessages,
} from '@kube-informer/cacher/sockets'
import { toRequest, type UpgradeHandler, type UpgradeRequest } from '@kube-informer/core/node'
import type { WebSocket, WebSocketServer } from 'ws'
import { statusResponse } from '../http/respond.ts'
import { unauthorized } from '../status/status-errors.ts'
import type { Handler } from './answering-errors.ts'

/**
 * Watches over WebSocket, by the rules of a Kubernetes server: an absolute Origin is required; a bearer token may be
 * sent as a subprotocol; each event is one message, text that ends with a newline or binary for protobuf; client messages
 * are ignored; the stream ends with close code 1000. Other upgrade requests are answered as plain HTTP requests.
 */
export function upgrading(handle: Handler): UpgradeHandler {
  let loading: Promise<WebSocketServer> | undefined
  return async upgrade => {
    const request = toRequest(upgrade.incoming, upgrade)
    if (request instanceof Response) return request
    if (!asksForWebSocketWatch(request, new URL(request.url))) return handle(request)
    const protocols = subprotocolsOf(request)
    if (!protocols) return statusResponse(unauthorized())
    if (protocols.token !== undefined) request.headers.set('Authorization', `Bearer ${protocols.token}`)
    const watch = await handle(request)
    const rejection = watch.ok ? handshakeError(request, protocols.others) : watch
    if (rejection || !watch.body) {
      if (rejection !== watch) await watch.body?.cancel()
      return rejection ?? watch
    }
    loading ??= createServer()
    accept(upgrade, await loading, watch)
    return undefined
  }
}

/** Completes a handshake, and sends the watch. */
function accept({ incoming, socket, head }: UpgradeRequest, server: WebSocketServer, watch: Response): void {
  // `ws` accepts a single protocol here.
  incoming.headers.upgrade = 'websocket'
  server.handleUpgrade(incoming, socket, head, webSocket => void sendAll(watch, webSocket))
}

/** Loads `ws` on the first WebSocket, since the package is optional. */
async function createServer(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws')
  // `Sec-WebSocket-Protocol` has at most one name besides the token here.
  const handleProtocols = (offered: Set<string>) => readSubprotocols([...offered].join())?.others[0] ?? false
  return new WebSocketServer({ noServer: true, perMessageDeflate: false, handleProtocols })
}

/** Sends one message per event. */
async function sendAll(watch: Response, socket: WebSocket): Promise<void> {
  const reader = watchMessages(watch).getReader()
  socket.once('close', () => reader.cancel().catch(() => {}))
  // A protocol error closes the connection, which ends the reading.
  socket.on('error', () => {})
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      for (const message of read.value) await send(socket, message)
    }
    socket.close(1000)
  } catch {
    socket.terminate()
  }
}

/** Resolves when the message is sent, so that a slow reader applies backpressure to the watch, as over HTTP. */
const send = (socket: WebSocket, message: WatchMessage): Promise<void> =>
  new Promise((resolve, reject) => socket.send(message, error => (error ? reject(error) : resolve())))
