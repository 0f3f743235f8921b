import { createServer, type RequestListener, type Server } from 'node:http'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { type Clock, sleep, systemClock } from '@kube-informer/core'
import type { RelayHandle } from '../create-relay.ts'
import type { SessionLimits } from '../socket/reader-session.ts'
import { Connections } from './connections.ts'
import { answer } from './exchange.ts'
import { Upgrades } from './upgrades.ts'

/** Options of {@link serveRelay}. */
export interface ServeRelayOptions extends SessionLimits {
  /** @default 0 (any free port) */
  readonly port?: number | undefined
  /** The name or address to listen on. @default '127.0.0.1' */
  readonly host?: string | undefined
  /**
   * Serves HTTP/2 and HTTP/1.1 over TLS, with this key and certificate in PEM. Without it, serves HTTP/1.1 in plain text,
   * where each reader needs a connection for each watch: for a proxy that ends TLS, and for development.
   */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined
  /** How long {@link ServingRelay.close} waits for responses that have begun, in milliseconds. @default 5_000 */
  readonly graceMs?: number | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

/** A relay that listens. */
export interface ServingRelay {
  /** `http://127.0.0.1:41234`, without a trailing slash. */
  readonly url: string
  /**
   * Stops the relay and ends all watches as their server does, so that their readers resume elsewhere; then closes all
   * connections. Resolves when the port is free.
   */
  close(): Promise<void>
}

const GRACE_MS = 5_000
/** Connections whose reader has vanished are found by TCP. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: 30_000 }

/**
 * Runs a relay and serves it in Node. Watches over WebSocket, and sockets with many watches, work if the package `ws` is
 * installed.
 *
 * @example
 * const { url, close } = await serveRelay(createRelay(options), { port: 8443, tls: { key, cert } })
 */
export async function serveRelay(
  relay: Pick<RelayHandle, 'fetch' | 'run'>,
  {
    port = 0,
    host = '127.0.0.1',
    tls,
    graceMs = GRACE_MS,
    clock = systemClock,
    ...limits
  }: ServeRelayOptions = {},
): Promise<ServingRelay> {
  const stopping = new AbortController()
  const upgrades = new Upgrades(relay.fetch, { clock, signal: stopping.signal, ...limits })
  const server = tls ? createTlsServer(tls) : createServer(KEEP_ALIVE)
  const connections = new Connections(server, tls !== undefined)
  const listener: RequestListener = (incoming, outgoing) => void answer(relay.fetch, incoming, outgoing)
  server.on('request', listener)
  server.on('upgrade', upgrades.upgrade)
  await listen(server, port, host)
  const running = relay.run(stopping.signal)
  const { port: bound } = server.address() as AddressInfo
  let closing: Promise<void> | undefined
  const close = async () => {
    stopping.abort()
    const closed = connections.close()
    await running
    const patience = new AbortController()
    const late = sleep(clock, graceMs, patience.signal)
    await Promise.race([Promise.all([closed, upgrades.ended()]), late])
    patience.abort()
    upgrades.destroy()
    connections.destroy()
    await closed
  }
  return {
    url: `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

const createTlsServer = (tls: { readonly key: string; readonly cert: string }): Http2SecureServer =>
  createSecureServer({ ...tls, allowHTTP1: true, ...KEEP_ALIVE })

const listen = (server: Server | Http2SecureServer, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
