import { parseUrl } from '@kube-informer/core/internal'
import { isLegacyWatch } from '../http/request/legacy-watch.ts'
import { asksForWatch } from '../http/request/list-query.ts'
import { readSubprotocols, type Subprotocols } from './subprotocols.ts'

/** The headers of an upgrade request. */
interface Headed {
  readonly headers: { get(name: string): string | null }
}

/** Whether a request wants to upgrade to a WebSocket. */
export const asksForWebSocket = ({ headers }: Headed): boolean =>
  (headers.get('Upgrade') ?? '').split(',').some(name => name.trim().toLowerCase() === 'websocket')

/** Whether a request wants to upgrade a watch to a WebSocket; other upgrade requests are handled as plain requests. */
export const asksForWebSocketWatch = (request: Headed, url: URL): boolean =>
  asksForWebSocket(request) && (asksForWatch(url.searchParams) || isLegacyWatch(url.pathname))

/** Parses the list of subprotocols; undefined if it does not identify the user. */
export const subprotocolsOf = ({ headers }: Headed): Subprotocols | undefined =>
  readSubprotocols(headers.get('Sec-WebSocket-Protocol'))

/** Checks a handshake in the order of a real server; returns the error response. */
export function handshakeError({ headers }: Headed, protocols: readonly string[]): Response | undefined {
  const refuse = (text: string, more: HeadersInit = {}) => new Response(text, { status: 400, headers: more })
  if (!headers.get('Sec-WebSocket-Key')) return refuse('mismatch challenge/response')
  if (headers.get('Sec-WebSocket-Version') !== '13')
    return refuse('missing or bad WebSocket Version', { 'Sec-WebSocket-Version': '13' })
  if (!parseUrl(headers.get('Origin') ?? '')) return new Response(null, { status: 403 })
  return protocols.length > 1 ? refuse('missing or bad WebSocket-Protocol') : undefined
}
