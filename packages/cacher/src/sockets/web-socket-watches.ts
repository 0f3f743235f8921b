import { systemClock } from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import { unauthorized } from '../api/status-errors.ts'
import { statusResponse } from '../http/respond.ts'
import { asksForWebSocketWatch, handshakeError, subprotocolsOf } from './handshake.ts'
import { type FrameOptions, sendFrames } from './send-frames.ts'
import type { ServerWebSocket } from './server-web-socket.ts'

/** An upgraded request. */
interface Upgraded<S extends ServerWebSocket = ServerWebSocket> {
  readonly socket: S
  readonly response: Response
}

/** Upgrades a request to a WebSocket. */
export type Upgrade<S extends ServerWebSocket = ServerWebSocket> = (
  request: Request,
  /** The subprotocol to echo, if any. */
  protocol: string | undefined,
) => Upgraded<S> | Promise<Upgraded<S>>

type Handler = (request: Request) => Promise<Response>

/**
 * Watches over WebSocket by the rules of a Kubernetes server, for runtimes whose handler upgrades a request: an absolute
 * Origin is required; a bearer token may be sent as a subprotocol; each event is one message, text that ends with a newline
 * or binary for protobuf; client messages are ignored; the stream ends with close code 1000. Other requests go to `handle`.
 * A reader that is slower than its watch delays the reading of the watch.
 *
 * @example
 * Deno.serve(webSocketWatches(request => server.fetch(request), denoUpgrade))
 * @example
 * export default { fetch: webSocketWatches(request => server.fetch(request), workerdUpgrade) }
 */
export const webSocketWatches =
  (
    handle: Handler,
    upgrade: Upgrade,
    { clock = systemClock, ...more }: Partial<FrameOptions> = {},
  ): Handler =>
  async request => {
    if (!asksForWebSocketWatch(request, new URL(request.url))) return handle(request)
    const protocols = subprotocolsOf(request)
    if (!protocols) return statusResponse(unauthorized(), request)
    const gone = new AbortController()
    const unsubscribe = onAbort(request.signal, reason => gone.abort(reason))
    const response = await handle(plainRequest(request, protocols.token, gone.signal))
    const rejection = response.ok ? handshakeError(request, protocols.others) : undefined
    if (rejection) await response.body?.cancel()
    if (rejection || !response.ok || !response.body) return rejection ?? response
    // Deno aborts the signal of a request that is upgraded.
    unsubscribe()
    const opened = await opening(() => upgrade(request, protocols.others[0]), response.body)
    opened.socket.addEventListener('close', () => gone.abort())
    void sendFrames(response, opened.socket, { clock, ...more })
    return opened.response
  }

/** Upgrades, or ends the watch if that fails. */
async function opening<T>(upgrade: () => T | Promise<T>, body: ReadableStream): Promise<T> {
  try {
    return await upgrade()
  } catch (error) {
    await body.cancel().catch(() => {})
    throw error
  }
}

/** The request as a plain watch request, with the subprotocol's token as a header. `Upgrade` remains, for guards. */
function plainRequest({ url, headers }: Request, token: string | undefined, signal: AbortSignal): Request {
  const plain = new Headers(headers)
  for (const name of ['Connection', 'Accept-Encoding']) plain.delete(name)
  if (token !== undefined) plain.set('Authorization', `Bearer ${token}`)
  return new Request(url, { headers: plain, signal })
}
