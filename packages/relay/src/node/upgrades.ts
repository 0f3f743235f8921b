import { SentBytes, type Upgrade } from '@kube-informer/cacher/sockets'
import { respond, toRequest, type UpgradeHandler, type UpgradeRequest } from '@kube-informer/core/node'
import { PendingSockets } from '../socket/pending-sockets.ts'
import { MAX_FRAME_LENGTH } from '../socket/protocol.ts'
import type { ReaderSocket } from '../socket/reader-socket.ts'
import { type WebSocketReadersOptions, webSocketReaders } from '../socket/web-socket-readers.ts'

type Handler = (request: Request) => Promise<Response>

/** A character of a text message has at most three bytes in UTF-8. */
const MAX_MESSAGE_BYTES = 3 * MAX_FRAME_LENGTH

/** The WebSockets of a Node server. Other upgrade requests are answered as plain HTTP requests. */
export function upgrading(handle: Handler, options: WebSocketReadersOptions): UpgradeHandler {
  const shared = { sentBytes: new SentBytes(), pending: new PendingSockets(options), ...options }
  return async request => {
    const upgraded = new Response(null)
    const upgrade: Upgrade<ReaderSocket> = async (_request, protocol) => ({
      socket: await accept(request, protocol),
      response: upgraded,
    })
    const { incoming, signal } = request
    const readers = webSocketReaders(handle, upgrade, { ...shared, address: incoming.socket.remoteAddress })
    const response = await respond(readers, toRequest(incoming, { signal }))
    return response === upgraded ? undefined : response
  }
}

/** Completes a handshake. Rejects if the connection is closed instead, because `ws` has refused it. */
async function accept(
  { incoming, socket, head }: UpgradeRequest,
  protocol: string | undefined,
): Promise<ReaderSocket> {
  // The package is optional.
  const { WebSocketServer } = await import('ws')
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: () => protocol ?? false,
  })
  // `ws` accepts a single protocol here.
  incoming.headers.upgrade = 'websocket'
  return new Promise((resolve, reject) => {
    if (socket.destroyed) reject(new Error('the connection was closed'))
    socket.once('close', () => reject(new Error('the connection was closed')))
    server.handleUpgrade(incoming, socket, head, webSocket => {
      // A violation of RFC 6455 closes the connection, which ends its watches.
      webSocket.on('error', () => {})
      resolve(webSocket as ReaderSocket)
    })
  })
}
