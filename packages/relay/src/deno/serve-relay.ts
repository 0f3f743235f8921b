import { SentBytes, type Upgrade } from '@kube-informer/cacher/sockets'
import { type Clock, sleep, systemClock, UsageError } from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import type { RelayHandle } from '../create-relay.ts'
import { type PendingLimits, PendingSockets } from '../socket/pending-sockets.ts'
import type { Handler, SessionLimits } from '../socket/reader-session.ts'
import type { ReaderSocket } from '../socket/reader-socket.ts'
import { webSocketReaders } from '../socket/web-socket-readers.ts'
import { OpenSockets } from './open-sockets.ts'

/** Where the relay listens, the certificate, and how long it drains connections at the end. */
export interface ServeRelayOptions extends SessionLimits, PendingLimits {
  /** @default 0 (any free port) */
  readonly port?: number | undefined
  /** The name or address to listen on. @default '127.0.0.1' */
  readonly host?: string | undefined
  /** Serves HTTP/2 and HTTP/1.1 over TLS, with this key and certificate in PEM. @default plain text */
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

interface ConnectionInfo {
  readonly remoteAddr: { readonly hostname?: string }
}

/** The part of Deno's API that is used. */
interface Deno {
  serve(
    options: {
      readonly port: number
      readonly hostname: string
      readonly signal: AbortSignal
      readonly onListen: () => void
      readonly key?: string
      readonly cert?: string
    },
    handler: (request: Request, info: ConnectionInfo) => Promise<Response>,
  ): {
    readonly addr: { readonly port: number }
    readonly finished: Promise<void>
    shutdown(): Promise<void>
  }
  upgradeWebSocket(
    request: Request,
    options: { readonly protocol?: string; readonly idleTimeout: number },
  ): { readonly socket: ReaderSocket; readonly response: Response }
}

const GRACE_MS = 5_000
/** Deno pings a silent reader, and closes the socket if it does not answer within this time. */
const IDLE_SECONDS = 30
const PROTOCOLS = 'Sec-WebSocket-Protocol'

/**
 * Runs a relay and serves it in Deno: `deno run --allow-net`.
 *
 * @example
 * const { url, close } = await serveRelay(createRelay(options), { port: 8080 })
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
  const { Deno } = globalThis as { readonly Deno?: Deno }
  if (!Deno) throw new UsageError('@kube-informer/relay/deno works in Deno only')
  const stopping = new AbortController()
  const breaking = new AbortController()
  const sockets = new OpenSockets()
  const readers = {
    clock,
    signal: stopping.signal,
    sentBytes: new SentBytes(),
    pending: new PendingSockets(limits),
    ...limits,
  }
  const upgrading =
    (request: Request): Upgrade<ReaderSocket> =>
    (_plain, protocol) => {
      const options = { idleTimeout: IDLE_SECONDS, ...(protocol === undefined ? {} : { protocol }) }
      const upgraded = Deno.upgradeWebSocket(withSpacedProtocols(request), options)
      sockets.add(upgraded.socket)
      return upgraded
    }
  const handle = (request: Request, info?: ConnectionInfo) => {
    const options = { ...readers, address: info?.remoteAddr.hostname }
    return untilAnswered(request, webSocketReaders(relay.fetch, upgrading(request), options))
  }
  const server = Deno.serve(
    { port, hostname: host, signal: breaking.signal, onListen: () => {}, ...tls },
    handle,
  )
  const running = relay.run(stopping.signal)
  let closing: Promise<void> | undefined
  const close = async () => {
    stopping.abort()
    await running
    const patience = new AbortController()
    const late = sleep(clock, graceMs, patience.signal).then(() => {
      if (patience.signal.aborted) return
      sockets.close()
      breaking.abort()
    })
    // `shutdown` would close sockets with 1001.
    await sockets.ended()
    await server.shutdown()
    patience.abort()
    await late
  }
  return {
    url: `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${server.addr.port}`,
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

/** Deno finds a subprotocol only after a comma and a space; clients such as `ws` send no space. */
function withSpacedProtocols(request: Request): Request {
  const protocols = request.headers.get(PROTOCOLS)
  if (protocols === null) return request
  const headers = new Headers(request.headers)
  headers.set(PROTOCOLS, protocols.split(/ *, */).join(', '))
  // Deno upgrades its own request only, whose headers cannot be changed.
  return Object.create(request, { headers: { value: headers } })
}

/**
 * Handles a request whose signal aborts if its reader leaves before there is a response. The signal of Deno also aborts
 * after each response, which would break off bodies that are still being sent; a reader that leaves cancels the body.
 */
async function untilAnswered(request: Request, handle: Handler): Promise<Response> {
  const gone = new AbortController()
  const unsubscribe = onAbort(request.signal, reason => gone.abort(reason))
  try {
    return await handle(new Request(request, { signal: gone.signal }))
  } finally {
    unsubscribe()
  }
}
