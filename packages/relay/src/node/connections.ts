import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'

/** The connections of a server, which can be ended once their responses have been sent. */
export class Connections {
  readonly #server: Server | Http2SecureServer
  /** The number of responses that each connection of HTTP/1.1 is sending. */
  readonly #busy = new Map<Socket, number>()
  readonly #sessions = new Set<ServerHttp2Session>()
  #isClosing = false

  constructor(server: Server | Http2SecureServer, isSecure: boolean) {
    this.#server = server
    // `tls` announces the connection below its own, too.
    if (isSecure) server.on('secureConnection', (socket: TLSSocket) => this.#add(socket))
    else server.on('connection', this.#add)
    server.on('session', (session: ServerHttp2Session) => {
      this.#sessions.add(session)
      session.once('close', () => this.#sessions.delete(session))
    })
    server.on('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
      const busy = this.#busy.get(socket)
      if (busy === undefined) return
      this.#busy.set(socket, busy + 1)
      outgoing.once('close', () => this.#finished(socket))
    })
    // A WebSocket ends its connection itself.
    server.on('upgrade', ({ socket }: IncomingMessage) => this.#busy.delete(socket))
  }

  /** Accepts no more connections, and ends each one when it is idle. Resolves when all are closed. */
  close(): Promise<void> {
    this.#isClosing = true
    const closed = new Promise<void>(resolve => this.#server.close(() => resolve()))
    for (const session of this.#sessions) session.close()
    for (const [socket, busy] of this.#busy) if (busy === 0) socket.end()
    return closed
  }

  /** Breaks off all connections but WebSockets. */
  destroy(): void {
    for (const socket of this.#busy.keys()) socket.destroy()
    for (const session of this.#sessions) session.destroy()
  }

  readonly #add = (socket: Socket): void => {
    // HTTP/2 has sessions.
    if ('alpnProtocol' in socket && socket.alpnProtocol === 'h2') return
    this.#busy.set(socket, 0)
    socket.once('close', () => this.#busy.delete(socket))
  }

  #finished(socket: Socket): void {
    const busy = this.#busy.get(socket)
    if (busy === undefined) return
    this.#busy.set(socket, busy - 1)
    if (this.#isClosing && busy === 1) socket.end()
  }
}
