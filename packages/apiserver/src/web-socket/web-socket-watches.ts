import type { Handler } from '../compress/compressing.ts'
import { statusResponse } from '../http/respond.ts'
import { unauthorized } from '../status/status-errors.ts'
import { asksForWebSocketWatch, handshakeError, subprotocolsOf } from './handshake.ts'
import { sendFrames } from './send-frames.ts'
import type { ServerWebSocket } from './server-web-socket.ts'

/** Upgrades a request to a WebSocket. */
export type Upgrade = (
  request: Request,
  /** The subprotocol to echo, if any. */
  protocol: string | undefined,
) => { readonly socket: ServerWebSocket; readonly response: Response }

/**
 * Watches over WebSocket by the rules of a Kubernetes server, for runtimes whose handler upgrades a request: an
 * absolute Origin is required; a bearer token may be sent as a subprotocol; each event is one text message that ends
 * with a newline; client messages are ignored; the stream ends with close code 1000. Other requests go to `handle`.
 *
 * @example
 * Deno.serve(webSocketWatches(request => server.fetch(request), denoUpgrade))
 * @example
 * export default { fetch: webSocketWatches(request => server.fetch(request), workerdUpgrade) }
 */
export const webSocketWatches =
  (handle: Handler, upgrade: Upgrade): Handler =>
  async request => {
    if (!asksForWebSocketWatch(request, new URL(request.url))) return handle(request)
    const protocols = subprotocolsOf(request)
    if (!protocols) return statusResponse(unauthorized(), request)
    const gone = new AbortController()
    const response = await handle(plainRequest(request, protocols.token, gone.signal))
    const rejection = response.ok ? handshakeError(request, protocols.others) : undefined
    if (rejection) await response.body?.cancel()
    if (rejection || !response.ok || !response.body) return rejection ?? response
    const { socket, response: upgraded } = upgrade(request, protocols.others[0])
    socket.addEventListener('close', () => gone.abort())
    void sendFrames(response.body, socket)
    return upgraded
  }

/** The request as a plain watch request, with the subprotocol's token as a header. */
function plainRequest({ url, headers }: Request, token: string | undefined, signal: AbortSignal): Request {
  const plain = new Headers(headers)
  for (const name of ['Upgrade', 'Connection', 'Accept-Encoding']) plain.delete(name)
  if (token !== undefined) plain.set('Authorization', `Bearer ${token}`)
  return new Request(url, { headers: plain, signal })
}
