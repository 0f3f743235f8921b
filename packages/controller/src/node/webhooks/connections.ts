import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, type Http2SecureServer, type ServerHttp2Session } from 'node:http2'
import type { Server } from 'node:https'
import type { Socket } from 'node:net'
import { type Clock, sleep } from '@kube-informer/core'

/** The connections of a TLS server, which end once their responses have been sent. */
export class Connections {
  readonly #server: Server | Http2SecureServer
  /** Those before their handshake, by the address of the client. */
  readonly #handshakes = new Map<string, Socket>()
  /** The number of responses that each connection of HTTP/1.1 is sending. */
  readonly #busy = new Map<Socket, number>()
  readonly #sessions = new Set<ServerHttp2Session>()
  #isClosing = false

  constructor(server: Server | Http2SecureServer) {
    this.#server = server
    server.on('connection', (socket: Socket) => this.#shakeHands(socket))
    server.on('secureConnection', (socket: Socket) => this.#secured(socket))
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
  }

  /** Whether connections end with their response. */
  get isClosing(): boolean {
    return this.#isClosing
  }

  /**
   * Accepts no more connections, and ends each one when it is idle. After `timeoutMs` it ends the others, too. Resolves when
   * all are closed, with whether that took no longer.
   */
  async close(timeoutMs: number, clock: Clock): Promise<boolean> {
    this.#isClosing = true
    const ended = new AbortController()
    const closed = new Promise<void>(resolve => this.#server.close(() => resolve())).then(() => ended.abort())
    for (const socket of this.#handshakes.values()) socket.destroy()
    for (const session of this.#sessions) session.close()
    for (const [socket, busy] of this.#busy) if (busy === 0) socket.destroy()
    await sleep(clock, timeoutMs, ended.signal)
    const isInTime = ended.signal.aborted
    for (const socket of this.#busy.keys()) socket.destroy()
    for (const session of this.#sessions) session.destroy(undefined, constants.NGHTTP2_CANCEL)
    await closed
    return isInTime
  }

  #shakeHands(socket: Socket): void {
    const client = clientOf(socket)
    this.#handshakes.set(client, socket)
    socket.once('close', () => this.#forget(client, socket))
  }

  #forget(client: string, socket: Socket): void {
    if (this.#handshakes.get(client) === socket) this.#handshakes.delete(client)
  }

  /** TLS wraps the socket of the handshake into another one, of the same client. */
  #secured(socket: Socket): void {
    this.#handshakes.delete(clientOf(socket))
    // HTTP/2 has sessions.
    if ('alpnProtocol' in socket && socket.alpnProtocol === 'h2') return
    this.#busy.set(socket, 0)
    socket.once('close', () => this.#busy.delete(socket))
    if (this.#isClosing) socket.destroy()
  }

  #finished(socket: Socket): void {
    const busy = this.#busy.get(socket)
    if (busy === undefined) return
    this.#busy.set(socket, busy - 1)
    if (this.#isClosing && busy === 1) socket.destroySoon()
  }
}

const clientOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
