import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { constants, type Http2SecureServer, type ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Clock, sleep } from '../api/clock.ts'

export interface ConnectionsOptions {
  /** Whether clients have to complete a TLS handshake. */
  readonly isSecure: boolean
  /** After which time without a request a session of HTTP/2 is closed, in milliseconds. */
  readonly sessionIdleTimeoutMs: number
  /** After which time without a first request, in milliseconds. */
  readonly headerTimeoutMs: number
}

/** The connections of a server, which end once their responses have been sent. */
export class Connections {
  readonly #server: Server | Http2SecureServer
  readonly #sessionIdleTimeoutMs: number
  readonly #firstTimeoutMs: number
  /** Those before their TLS handshake, by the address of the client. */
  readonly #handshakes = new Map<string, Socket>()
  /** The number of responses that each connection of HTTP/1.1 is sending. */
  readonly #busy = new Map<Duplex, number>()
  readonly #sessions = new Set<ServerHttp2Session>()
  /** Those that requested an upgrade. They end themselves. */
  readonly #upgraded = new Set<Duplex>()
  #isClosing = false

  constructor(server: Server | Http2SecureServer, options: ConnectionsOptions) {
    const { isSecure, sessionIdleTimeoutMs, headerTimeoutMs } = options
    this.#server = server
    this.#sessionIdleTimeoutMs = sessionIdleTimeoutMs
    this.#firstTimeoutMs = Math.min(sessionIdleTimeoutMs, headerTimeoutMs)
    if (isSecure) {
      server.on('connection', (socket: Socket) => this.#shakeHands(socket))
      server.on('secureConnection', (socket: Socket) => this.#secured(socket))
    } else server.on('connection', (socket: Socket) => this.#add(socket))
    server.on('session', (session: ServerHttp2Session) => this.#opened(session))
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
    for (const socket of this.#upgraded) socket.destroy()
    for (const session of this.#sessions) session.destroy(undefined, constants.NGHTTP2_CANCEL)
    await closed
    return isInTime
  }

  /** The connection of a request that asks for an upgrade. */
  upgraded(socket: Duplex): void {
    this.#busy.delete(socket)
    this.#upgraded.add(socket)
    socket.once('close', () => this.#upgraded.delete(socket))
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
    if (!('alpnProtocol' in socket && socket.alpnProtocol === 'h2')) this.#add(socket)
  }

  #add(socket: Socket): void {
    this.#busy.set(socket, 0)
    socket.once('close', () => this.#busy.delete(socket))
    if (this.#isClosing) socket.destroy()
  }

  #opened(session: ServerHttp2Session): void {
    let open = 0
    this.#sessions.add(session)
    session.once('close', () => this.#sessions.delete(session))
    // A session with an open stream is not idle: a watch may be silent for minutes. `close` would wait for a stream whose headers
    // are not complete.
    session.on('timeout', () => {
      if (open === 0) session.destroy(undefined, constants.NGHTTP2_NO_ERROR)
    })
    const restart = () => session.setTimeout(this.#sessionIdleTimeoutMs)
    session.setTimeout(this.#firstTimeoutMs)
    session.on('stream', stream => {
      open++
      stream.once('close', () => {
        open--
        if (open === 0 && !session.destroyed) restart()
      })
    })
  }

  #finished(socket: Socket): void {
    const busy = this.#busy.get(socket)
    if (busy === undefined) return
    this.#busy.set(socket, busy - 1)
    if (this.#isClosing && busy === 1) socket.destroySoon()
  }
}

const clientOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
