import type { Handler } from '../compress/compressing.ts'
import { statusResponse } from '../http/respond.ts'
import { unauthorized } from '../status/status-errors.ts'
import { asksForWebSocketWatch, handshakeRefusal, subprotocolsOf } from './handshake.ts'
import { sendFrames } from './send-frames.ts'
import type { ServerWebSocket } from './server-web-socket.ts'

/** How a runtime turns a request into a WebSocket. */
export type Upgrade = (
  request: Request,
  /** To be echoed, where there is one. */
  protocol: string | undefined,
) => { readonly socket: ServerWebSocket; readonly response: Response }

/**
 * Watches over WebSocket, for runtimes whose handler upgrades a request, by a Kubernetes server's rules: an absolute
 * Origin is mandatory; a bearer token may come as a subprotocol; each event is one text message that ends in a
 * newline; what the client sends is passed over; the end is a close with 1000. Any other request goes to `handle`.
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
    const refusal = response.ok ? handshakeRefusal(request, protocols.others) : undefined
    if (refusal) await response.body?.cancel()
    if (refusal || !response.ok || !response.body) return refusal ?? response
    const { socket, response: upgraded } = upgrade(request, protocols.others[0])
    socket.addEventListener('close', () => gone.abort())
    void sendFrames(response.body, socket)
    return upgraded
  }

/** The same request, as one for a stream: with the token of the subprotocol as a header. */
function plainRequest({ url, headers }: Request, token: string | undefined, signal: AbortSignal): Request {
  const plain = new Headers(headers)
  for (const name of ['Upgrade', 'Connection', 'Accept-Encoding']) plain.delete(name)
  if (token !== undefined) plain.set('Authorization', `Bearer ${token}`)
  return new Request(url, { headers: plain, signal })
}
