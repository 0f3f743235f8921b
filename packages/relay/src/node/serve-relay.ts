import { type Clock, systemClock } from '@kube-informer/core'
import { HttpServer, hostInUrl } from '@kube-informer/core/node'
import type { RelayHandle } from '../create-relay.ts'
import type { PendingLimits } from '../socket/pending-sockets.ts'
import type { SessionLimits } from '../socket/reader-session.ts'
import { sendWatch } from './send-watch.ts'
import { upgrading } from './upgrades.ts'

/** Where the relay listens, the certificate, and how long it drains connections at the end. */
export interface ServeRelayOptions extends SessionLimits, PendingLimits {
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
  const server = new HttpServer({
    handler: relay.fetch,
    onUpgrade: upgrading(relay.fetch, { clock, signal: stopping.signal, ...limits }),
    sendBody: sendWatch,
    tls,
    clock,
  })
  const bound = await server.listen({ host, port })
  const running = relay.run(stopping.signal)
  let closing: Promise<void> | undefined
  const close = async () => {
    stopping.abort()
    await Promise.all([server.close(graceMs), running])
  }
  return {
    url: `${tls ? 'https' : 'http'}://${hostInUrl(host)}:${bound}`,
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
