import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import { statusResponse } from '../http/respond.ts'
import { unauthorized } from '../status/status-errors.ts'
import { asksForWebSocketWatch, handshakeRefusal, subprotocolsOf } from '../web-socket/handshake.ts'
import { readSubprotocols } from '../web-socket/subprotocols.ts'
import { answer, type Handler, toRequest, urlOf } from './exchange.ts'

/**
 * Watches over WebSocket, by a Kubernetes server's rules: an absolute Origin is mandatory; a bearer token may come as
 * a subprotocol; each event is one text message that ends in a newline; what the client sends is passed over; the
 * end is a close with 1000. Any other request to upgrade is answered as if it had not asked.
 */
export class WebSocketFront {
  readonly #handle: Handler
  readonly #sockets = new Set<Duplex>()
  #server: Promise<WebSocketServer> | undefined

  constructor(handle: Handler) {
    this.#handle = handle
  }

  /** For a server's `upgrade` event. */
  readonly upgrade = async (incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    // A peer that is gone is no error of this server.
    socket.on('error', () => socket.destroy())
    try {
      const isWatch = asksForWebSocketWatch(headedBy(incoming), urlOf(incoming))
      const refusal = isWatch ? await this.#watch(incoming, socket, head) : this.#handle
      if (refusal) await answerOn(socket, incoming, refusal)
    } catch {
      // Nobody awaits this, and a rejection that nobody hears ends the process.
      socket.destroy()
    }
  }

  /** Ends all connections. */
  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** @returns what answers the request instead, if anything does */
  async #watch(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<Handler | undefined> {
    const protocols = subprotocolsOf(headedBy(incoming))
    if (!protocols) return async () => statusResponse(unauthorized())
    const gone = new AbortController()
    socket.once('close', () => gone.abort())
    const request = toRequest(incoming, gone.signal)
    if (protocols.token !== undefined) request.headers.set('Authorization', `Bearer ${protocols.token}`)
    const response = await this.#handle(request)
    const refusal = response.ok ? handshakeRefusal(headedBy(incoming), protocols.others) : response
    if (!refusal && response.body) {
      await this.#serve(incoming, socket, head, response.body)
      return undefined
    }
    if (refusal !== response) await response.body?.cancel()
    return async () => refusal ?? response
  }

  async #serve(
    incoming: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    body: ReadableStream<Uint8Array<ArrayBuffer>>,
  ): Promise<void> {
    this.#server ??= createServer()
    const server = await this.#server
    // `ws` takes no list here, of which it would have to choose.
    incoming.headers.upgrade = 'websocket'
    server.handleUpgrade(incoming, socket, head, webSocket => void sendAll(body, webSocket))
  }
}

/** Loaded when it is needed: who has no WebSockets need not have it. */
async function createServer(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws')
  // `Sec-WebSocket-Protocol` holds at most one name besides the token by now.
  const handleProtocols = (offered: Set<string>) => readSubprotocols([...offered].join())?.others[0] ?? false
  return new WebSocketServer({ noServer: true, perMessageDeflate: false, handleProtocols })
}

/** The headers of a request, as `Request` has them. */
const headedBy = ({ headers }: IncomingMessage) => ({
  headers: { get: (name: string) => headers[name.toLowerCase()]?.toString() ?? null },
})

/** An answer over HTTP on a connection that asked to be something else. */
async function answerOn(socket: Duplex, incoming: IncomingMessage, handle: Handler): Promise<void> {
  const outgoing = new ServerResponse(incoming)
  outgoing.shouldKeepAlive = false
  outgoing.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0])
  outgoing.once('finish', () => socket.end())
  socket.once('close', () => outgoing.destroy())
  await answer(handle, incoming, outgoing)
}

/** One message an event, each with its newline. */
async function sendAll(body: ReadableStream<Uint8Array<ArrayBuffer>>, socket: WebSocket): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  socket.once('close', () => reader.cancel().catch(() => {}))
  // A message that breaks the protocol ends the connection, and with it the reading.
  socket.on('error', () => {})
  let rest = ''
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + read.value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) await sendText(socket, `${line}\n`)
    }
    socket.close(1000)
  } catch {
    socket.terminate()
  }
}

/** Resolves when it is on its way: a slow reader holds the watch back, as over HTTP. */
const sendText = (socket: WebSocket, text: string): Promise<void> =>
  new Promise((resolve, reject) => socket.send(text, error => (error ? reject(error) : resolve())))
