import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  asksForWebSocketWatch,
  handshakeError,
  readSubprotocols,
  subprotocolsOf,
  type WatchMessage,
  watchMessages,
} from '@kube-informer/cacher/sockets'
import type { WebSocket, WebSocketServer } from 'ws'
import { statusResponse } from '../http/respond.ts'
import { unauthorized } from '../status/status-errors.ts'
import { answer, type Handler, toRequest, urlOf } from './exchange.ts'

/**
 * Watches over WebSocket, by the rules of a Kubernetes server: an absolute Origin is required; a bearer token may be
 * sent as a subprotocol; each event is one message, text that ends with a newline or binary for protobuf; client messages
 * are ignored; the stream ends with close code 1000. Other upgrade requests are answered as plain HTTP requests.
 */
export class WebSocketUpgrades {
  readonly #handle: Handler
  readonly #sockets = new Set<Duplex>()
  #server: Promise<WebSocketServer> | undefined

  constructor(handle: Handler) {
    this.#handle = handle
  }

  /** Handles the server's `upgrade` event. */
  readonly upgrade = async (incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    // A disconnected client is not a server error.
    socket.on('error', () => socket.destroy())
    try {
      const isWatch = asksForWebSocketWatch(headedBy(incoming), urlOf(incoming))
      const rejection = isWatch ? await this.#watch(incoming, socket, head) : this.#handle
      if (rejection) await answerOn(socket, incoming, rejection)
    } catch {
      // The promise is not awaited; a rejection would end the process.
      socket.destroy()
    }
  }

  /** Closes all connections. */
  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** @returns the HTTP response to send instead of upgrading, if any */
  async #watch(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<Handler | undefined> {
    const protocols = subprotocolsOf(headedBy(incoming))
    if (!protocols) return async () => statusResponse(unauthorized())
    const gone = new AbortController()
    socket.once('close', () => gone.abort())
    const request = toRequest(incoming, gone.signal)
    if (protocols.token !== undefined) request.headers.set('Authorization', `Bearer ${protocols.token}`)
    const response = await this.#handle(request)
    const rejection = response.ok ? handshakeError(headedBy(incoming), protocols.others) : response
    if (!rejection && response.body) {
      await this.#serve(incoming, socket, head, response)
      return undefined
    }
    if (rejection !== response) await response.body?.cancel()
    return async () => rejection ?? response
  }

  async #serve(incoming: IncomingMessage, socket: Duplex, head: Buffer, watch: Response): Promise<void> {
    this.#server ??= createServer()
    const server = await this.#server
    // `ws` accepts a single protocol here.
    incoming.headers.upgrade = 'websocket'
    server.handleUpgrade(incoming, socket, head, webSocket => void sendAll(watch, webSocket))
  }
}

/** Loads `ws` on the first WebSocket, since the package is optional. */
async function createServer(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws')
  // `Sec-WebSocket-Protocol` has at most one name besides the token here.
  const handleProtocols = (offered: Set<string>) => readSubprotocols([...offered].join())?.others[0] ?? false
  return new WebSocketServer({ noServer: true, perMessageDeflate: false, handleProtocols })
}

/** The headers of a request as a `Request`. */
const headedBy = ({ headers }: IncomingMessage) => ({
  headers: { get: (name: string) => headers[name.toLowerCase()]?.toString() ?? null },
})

/** Sends an HTTP response on a connection that requested an upgrade. */
async function answerOn(socket: Duplex, incoming: IncomingMessage, handle: Handler): Promise<void> {
  const outgoing = new ServerResponse(incoming)
  outgoing.shouldKeepAlive = false
  outgoing.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0])
  outgoing.once('finish', () => socket.end())
  socket.once('close', () => outgoing.destroy())
  await answer(handle, incoming, outgoing)
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
