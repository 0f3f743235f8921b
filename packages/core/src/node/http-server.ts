import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SecureContextOptions } from 'node:tls'
import { type Clock, systemClock } from '../api/clock.ts'
import { type AnswerOptions, answer } from './answer.ts'
import { answerUpgrade, type UpgradeHandler } from './answer-upgrade.ts'
import { Connections } from './connections.ts'
import { type CreateServerOptions, createServer } from './create-server.ts'
import { LIMITS, type ServerLimits } from './limits.ts'
import type { RequestHandler } from './request-handler.ts'

/** The handler, where it listens, the certificate, and the limits of slow clients. */
export interface HttpServerOptions
  extends Partial<ServerLimits>,
    Omit<CreateServerOptions, keyof ServerLimits>,
    Pick<AnswerOptions, 'sendBody' | 'onError'> {
  readonly handler: RequestHandler
  /** Handles requests that ask for an upgrade. @default Node answers them as other requests */
  readonly onUpgrade?: UpgradeHandler | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

/**
 * Serves a `fetch` handler in Node, with limits on what a client can hold: slow handshakes, headers and bodies, idle connections,
 * and the number of streams of a session.
 *
 * @example
 * const server = new HttpServer({ handler: () => new Response('ok') })
 * const port = await server.listen({ host: '127.0.0.1' })
 * await server.close(5_000)
 */
export class HttpServer {
  /** Node's server. */
  readonly server: Server | Http2SecureServer
  readonly #connections: Connections
  readonly #clock: Clock

  constructor({ handler, onUpgrade, sendBody, onError, clock = systemClock, ...options }: HttpServerOptions) {
    const limits = { ...LIMITS, ...options }
    this.server = createServer(limits)
    const connections = new Connections(this.server, { ...limits, isSecure: options.tls !== undefined })
    this.#connections = connections
    this.#clock = clock
    const answering = {
      bodyTimeoutMs: limits.bodyTimeoutMs,
      isClosing: () => connections.isClosing,
      sendBody,
      onError,
      clock,
    }
    this.server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      void answer(handler, incoming, outgoing, answering)
    })
    if (onUpgrade)
      this.server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
        connections.upgraded(socket)
        void answerUpgrade(onUpgrade, incoming, socket, head)
      })
  }

  /**
   * Listens on a port, by default any free one, of a name or address, by default all addresses of the machine. Rejects if it
   * cannot.
   *
   * @returns the port
   */
  listen({
    host,
    port = 0,
  }: {
    readonly host?: string | undefined
    readonly port?: number | undefined
  }): Promise<number> {
    const { server } = this
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, host }, () => {
        server.off('error', reject)
        resolve((server.address() as AddressInfo).port)
      })
    })
  }

  /** Replaces the key and the certificate for new connections of a server with TLS. */
  setSecureContext(options: SecureContextOptions): void {
    const { server } = this
    if ('setSecureContext' in server) server.setSecureContext(options)
  }

  /**
   * Accepts no more connections, and ends each one when its responses have been sent. After `graceMs` it ends the others, too.
   * Resolves when the port is free, with whether all connections ended in time.
   */
  close(graceMs: number): Promise<boolean> {
    return this.#connections.close(graceMs, this.#clock)
  }
}

/** A name or address as a URL has it. */
export const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)
