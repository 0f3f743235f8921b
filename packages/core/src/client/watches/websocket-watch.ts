import { ProtocolError, UsageError } from '../../api/errors.ts'
import { encodeBase64Url } from '../../base64/base64.ts'
import { abortable } from '../../internal/abortable.ts'
import { jsonBody, publicUrl } from '../transport/answer.ts'
import { isBrowser } from '../transport/is-browser.ts'
import type { WatchOpener } from './open-watch.ts'
import { WebSocketBody } from './websocket-body.ts'

/** The platform's WebSocket, or a compatible one. */
export type WebSocketConstructor = new (url: string, protocols: string[]) => WebSocket

/** The WebSocket of a runtime that has none, or whose own one cannot send headers. */
export interface WebSocketWatchOptions {
  /** @default the host's */
  readonly WebSocket?: WebSocketConstructor | undefined
  /**
   * Sent with the upgrade request, except in browsers, which do not support it. An `Origin` is always sent, since a
   * Kubernetes server requires one. Its default is the server's own origin.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Maximum number of buffered characters, since WebSockets have no backpressure. Beyond it, the watch ends after the
   * buffered text, and an informer resumes from there. @default 16 Mi
   */
  readonly maxWaiting?: number | undefined
}

const BEARER = 'base64url.bearer.authorization.k8s.io.'
/** Servers accept a token only with exactly one other subprotocol, which they echo. Any name works. */
const OTHER = 'watch.kube-informer'
const MAX_WAITING = 16 * 1024 * 1024
/** How often a server may ask for a later request before the WebSocket counts as one that a proxy refuses. */
const MAX_REJECTIONS = 10

/**
 * Opens watches over WebSocket, which the apiserver supports (`k8s.io/apiserver` endpoints/handlers/watch.go). Such a
 * watch is never compressed and does not use one of a browser's six HTTP/1.1 connections to a host. In a browser it
 * cannot send headers, so it supports neither Tables nor metadata only.
 *
 * A WebSocket does not report why it failed to open. The same watch is then requested by `fetch`, and its error is
 * thrown; a 401 is retried with a new token, and a refusal with `Retry-After` when that time has passed. If `fetch` succeeds, the server or proxy does not accept WebSockets, which is
 * a ProtocolError.
 *
 * @example
 * const client = createKubeClient({ baseUrl, webSocket: webSocketWatch(), watchTransport: 'auto' })
 */
export function webSocketWatch(options: WebSocketWatchOptions = {}): WatchOpener {
  return async (transport, path, request) => {
    const { what, signal } = request
    if (request.headers && isBrowser())
      throw new UsageError(`${what}: a WebSocket has no headers, so it cannot ask for another form`)
    const url = transport.url(path, request.query)
    const headers = { ...options.headers, ...request.headers }
    for (const [name, value] of Object.entries(headers)) request.redactor?.add(name, value)
    for (let attempt = 0; ; attempt++) {
      const token = await abortable(transport.token(), signal)
      signal?.throwIfAborted()
      if (token !== undefined) request.redactor?.add('authorization', token)
      const body = await open(url, token, { ...options, headers }, signal)
      if (body) return body
      let wasRefused = false
      const onRetry: typeof request.onRetry = retry => {
        wasRefused = true
        request.onRetry?.(retry)
      }
      const response = await transport.request(path, { ...request, onRetry })
      jsonBody(response, what, { accept: '' })
        .cancel()
        .catch(() => {})
      // The server refused both at first, for example because too many watches were opened.
      if (wasRefused && attempt < MAX_REJECTIONS) continue
      // `fetch` succeeded with a new token, so the WebSocket failed because its token was expired.
      if (attempt === 0 && (await abortable(transport.token(), signal)) !== token) continue
      throw new ProtocolError(
        `${what}: no WebSocket to ${publicUrl(url)}, where fetch gets an answer; does a proxy refuse it?`,
      )
    }
  }
}

/** @returns undefined if it was not opened, for any reason */
function open(
  url: string,
  token: string | undefined,
  { WebSocket = globalThis.WebSocket, headers, maxWaiting = MAX_WAITING }: WebSocketWatchOptions,
  signal: AbortSignal | undefined,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const target = new URL(url, globalThis.location?.href)
  const { origin } = target
  target.protocol = target.protocol.replace('http', 'ws')
  const protocols = token === undefined ? [] : [BEARER + encodeBase64Url(token), OTHER]
  // Node, Bun and Deno support options beyond the standard.
  const more = isBrowser() ? protocols : { protocols, headers: { Origin: origin, ...headers } }
  return new WebSocketBody(new WebSocket(target.href, more as string[]), maxWaiting).opened(signal)
}
