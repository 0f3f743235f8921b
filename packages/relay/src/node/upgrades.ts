import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { SentBytes, type Upgrade } from '@kube-informer/cacher/sockets'
import { MAX_FRAME_LENGTH } from '../socket/protocol.ts'
import type { ReaderSocket } from '../socket/reader-socket.ts'
import { type WebSocketReadersOptions, webSocketReaders } from '../socket/web-socket-readers.ts'
import { type Handler, respond, send } from './exchange.ts'

/** A character of a text message has at most three bytes in UTF-8. */
const MAX_MESSAGE_BYTES = 3 * MAX_FRAME_LENGTH

/** The WebSockets of a Node server. Other upgrade requests are answered as plain HTTP requests. */
export class Upgrades {
  readonly #handle: Handler
  readonly #options: WebSocketReadersOptions
  readonly #sockets = new Set<Duplex>()

  constructor(handle: Handler, options: WebSocketReadersOptions) {
    this.#handle = handle
    this.#options = { sentBytes: new SentBytes(), ...options }
  }

  /** Handles the server's `upgrade` event. Never rejects. */
  readonly upgrade = async (incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const gone = new AbortController()
    this.#sockets.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      gone.abort()
    })
    // A disconnected client is not a server error.
    socket.on('error', () => socket.destroy())
    const upgraded = new Response(null)
    const upgrade: Upgrade<ReaderSocket> = async (_request, protocol) => ({
      socket: await accept(incoming, socket, head, protocol),
      response: upgraded,
    })
    try {
      const handle = webSocketReaders(this.#handle, upgrade, this.#options)
      const response = await respond(handle, incoming, gone.signal)
      if (response !== upgraded) await refuse(response, incoming, socket, gone.signal)
    } catch {
      // The promise is not awaited; a rejection would end the process.
      socket.destroy()
    }
  }

  /** Resolves when no WebSocket is open. */
  async ended(): Promise<void> {
    await Promise.all([...this.#sockets].map(socket => new Promise(resolve => socket.once('close', resolve))))
  }

  /** Closes all connections. */
  destroy(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}

/** Completes a handshake. Rejects if the connection is closed instead, because `ws` has refused it. */
async function accept(
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
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

/** Sends an HTTP response on a connection that requested an upgrade. */
async function refuse(
  response: Response,
  incoming: IncomingMessage,
  socket: Duplex,
  signal: AbortSignal,
): Promise<void> {
  const outgoing = new ServerResponse(incoming)
  outgoing.shouldKeepAlive = false
  outgoing.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0])
  outgoing.once('finish', () => socket.end())
  await send(response, outgoing, signal)
}
