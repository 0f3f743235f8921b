import {
  asksForWebSocket,
  handshakeError,
  readSubprotocols,
  SentBytes,
  type Upgrade,
  webSocketWatches,
} from '@kube-informer/cacher/sockets'
import { type Clock, systemClock } from '@kube-informer/core'
import { type PendingLimits, PendingSockets } from './pending-sockets.ts'
import { SOCKET_PATH, SUBPROTOCOL } from './protocol.ts'
import { type Handler, ReaderSession, type SessionLimits } from './reader-session.ts'
import type { ReaderSocket } from './reader-socket.ts'

export interface WebSocketReadersOptions extends SessionLimits, PendingLimits {
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** Closes all sockets with many watches; the others end with their watches. @default never */
  readonly signal?: AbortSignal | undefined
  /** Bounds the bytes of all sockets together. @default a bound for the sockets of this handler */
  readonly sentBytes?: SentBytes | undefined
  /** Bounds the sockets without a watch. @default those of this handler */
  readonly pending?: PendingSockets | undefined
  /** The address of the client. @default it is not known */
  readonly address?: string | undefined
}

/**
 * Adds WebSockets to a handler, for runtimes whose handler upgrades a request: a watch over WebSocket as a Kubernetes
 * server has it, and a socket with many watches (docs/relay-protocol.md). The handler receives each watch as a plain GET
 * request that still has the headers `Upgrade` and `Origin`, for its guards, and the token as `Authorization`.
 */
export function webSocketReaders(
  handle: Handler,
  upgrade: Upgrade<ReaderSocket>,
  {
    clock = systemClock,
    signal,
    sentBytes = new SentBytes(),
    address,
    ...limits
  }: WebSocketReadersOptions = {},
): Handler {
  const { pending = new PendingSockets(limits) } = limits
  const watches = webSocketWatches(handle, upgrade, { clock, sentBytes })
  return async request => {
    const url = new URL(request.url)
    const protocols = readSubprotocols(request.headers.get('Sec-WebSocket-Protocol'))
    if (!protocols || !asksForWebSocket(request) || !offersSession(url, protocols.others))
      return watches(request)
    const rejection = handshakeError(withOrigin(request), protocols.others)
    if (rejection) return rejection
    const refused = await refusedOrigin(handle, request)
    if (refused) return refused
    const onKnown = pending.add(address)
    if (!onKnown) return tooManyPending()
    const { socket, response } = await upgraded(request, upgrade, onKnown)
    const baseUrl = url.origin + url.pathname.slice(0, -SOCKET_PATH.length)
    const headers = watchHeaders(request.headers, protocols.token)
    const session = new ReaderSession({
      socket,
      handle,
      clock,
      baseUrl,
      headers,
      sentBytes,
      onKnown,
      ...limits,
    })
    const stop = () => session.close()
    signal?.addEventListener('abort', stop)
    socket.addEventListener('close', () => signal?.removeEventListener('abort', stop))
    return response
  }
}

/** A client that is no browser needs no Origin: here the relay checks it, and no server of watches. */
const withOrigin = ({ url, headers }: Request): Parameters<typeof handshakeError>[0] => ({
  headers: { get: name => headers.get(name) ?? (name === 'Origin' ? new URL(url).origin : null) },
})

/** The response to a page that may not use the relay, which any request of it gets. A socket would hide it. */
async function refusedOrigin(
  handle: Handler,
  { url, headers, signal }: Request,
): Promise<Response | undefined> {
  const kept = new Headers()
  for (const name of ['Origin', 'Sec-Fetch-Site']) {
    const value = headers.get(name)
    if (value !== null) kept.set(name, value)
  }
  const response = await handle(new Request(new URL('/livez', url), { headers: kept, signal }))
  if (response.status === 403) return response
  await response.body?.cancel()
  return undefined
}

async function upgraded(
  request: Request,
  upgrade: Upgrade<ReaderSocket>,
  onFailed: () => void,
): Promise<Awaited<ReturnType<Upgrade<ReaderSocket>>>> {
  try {
    return await upgrade(request, SUBPROTOCOL)
  } catch (error) {
    onFailed()
    throw error
  }
}

const tooManyPending = (): Response =>
  new Response('too many sockets without a watch\n', { status: 429, headers: { 'Retry-After': '1' } })

const offersSession = ({ pathname }: URL, protocols: readonly string[]): boolean =>
  pathname.endsWith(SOCKET_PATH) && protocols.includes(SUBPROTOCOL)

/** The headers of the upgrade request that its watches have, too. */
function watchHeaders(headers: Headers, token: string | undefined): Headers {
  const kept = new Headers(headers)
  for (const name of headers.keys())
    if (/^(connection|accept.*|sec-websocket-.*|content-.*)$/i.test(name)) kept.delete(name)
  if (token !== undefined) kept.set('Authorization', `Bearer ${token}`)
  return kept
}
