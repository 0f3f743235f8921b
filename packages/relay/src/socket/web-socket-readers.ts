import {
  asksForWebSocket,
  handshakeError,
  readSubprotocols,
  SentBytes,
  type Upgrade,
  webSocketWatches,
} from '@kube-informer/cacher/sockets'
import { type Clock, systemClock } from '@kube-informer/core'
import { SOCKET_PATH, SUBPROTOCOL } from './protocol.ts'
import { type Handler, ReaderSession, type SessionLimits } from './reader-session.ts'
import type { ReaderSocket } from './reader-socket.ts'

export interface WebSocketReadersOptions extends SessionLimits {
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** Closes all sockets with many watches; the others end with their watches. @default never */
  readonly signal?: AbortSignal | undefined
  /** Bounds the bytes of all sockets together. @default a bound for the sockets of this handler */
  readonly sentBytes?: SentBytes | undefined
}

/**
 * Adds WebSockets to a handler, for runtimes whose handler upgrades a request: a watch over WebSocket as a Kubernetes
 * server has it, and a socket with many watches (docs/relay-protocol.md). The handler receives each watch as a plain GET
 * request that still has the headers `Upgrade` and `Origin`, for its guards, and the token as `Authorization`.
 */
export function webSocketReaders(
  handle: Handler,
  upgrade: Upgrade<ReaderSocket>,
  { clock = systemClock, signal, sentBytes = new SentBytes(), ...limits }: WebSocketReadersOptions = {},
): Handler {
  const watches = webSocketWatches(handle, upgrade, { clock, sentBytes })
  return async request => {
    const url = new URL(request.url)
    const protocols = readSubprotocols(request.headers.get('Sec-WebSocket-Protocol'))
    if (!protocols || !asksForWebSocket(request) || !offersSession(url, protocols.others))
      return watches(request)
    const rejection = handshakeError(request, protocols.others)
    if (rejection) return rejection
    const { socket, response } = await upgrade(request, SUBPROTOCOL)
    const baseUrl = url.origin + url.pathname.slice(0, -SOCKET_PATH.length)
    const headers = watchHeaders(request.headers, protocols.token)
    const session = new ReaderSession({ socket, handle, clock, baseUrl, headers, sentBytes, ...limits })
    const stop = () => session.close()
    signal?.addEventListener('abort', stop)
    socket.addEventListener('close', () => signal?.removeEventListener('abort', stop))
    return response
  }
}

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
