import { ProtocolError, UsageError } from '../api/errors.ts'
import { abortable } from '../internal/abortable.ts'
import { jsonBody, publicUrl } from './answer.ts'
import { isBrowser } from './host.ts'
import type { WatchOpener } from './open-watch.ts'
import { WebSocketBody } from './websocket-body.ts'

/** The platform's WebSocket, or one like it. */
export type WebSocketConstructor = new (url: string, protocols: string[]) => WebSocket

/** Options of {@link webSocketWatch}. */
export interface WebSocketWatchOptions {
  /** @default the host's */
  readonly WebSocket?: WebSocketConstructor | undefined
  /**
   * Sent with the request to upgrade; not by browsers, which have no way to. An `Origin` goes along in any case, since
   * a Kubernetes server insists on one: the server's own, unless given here.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * How many characters may wait for a reader: nothing holds a WebSocket back. With more, the watch ends behind them,
   * and an informer resumes it from there. @default 16 Mi
   */
  readonly maxWaiting?: number | undefined
}

const BEARER = 'base64url.bearer.authorization.k8s.io.'
/** Servers take a token only beside exactly one other subprotocol, and echo that one; any name will do. */
const OTHER = 'watch.kube-informer'
const MAX_WAITING = 16 * 1024 * 1024

/**
 * Opens watches over WebSocket, which the apiserver itself speaks (`k8s.io/apiserver` endpoints/handlers/watch.go).
 * Such a watch is never compressed, and none of the six connections that a browser has for a host over HTTP/1.1.
 * In a browser it cannot have headers of its own, so neither Table nor metadata alone.
 *
 * A WebSocket does not say why it was not opened. So the same watch is then asked for by `fetch`, which does: what
 * that is refused with is thrown, after a new token for a 401. A server or proxy that only takes the other way
 * is a ProtocolError.
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
    for (let isFirst = true; ; isFirst = false) {
      const token = await abortable(transport.token(), signal)
      signal?.throwIfAborted()
      const body = await open(url, token, { ...options, headers }, signal)
      if (body) return body
      jsonBody(await transport.request(path, request), what)
        .cancel()
        .catch(() => {})
      // The answer came with another token: that it was an old one is why the WebSocket got none.
      if (isFirst && (await abortable(transport.token(), signal)) !== token) continue
      throw new ProtocolError(
        `${what}: no WebSocket to ${publicUrl(url)}, where fetch gets an answer; does a proxy refuse it?`,
      )
    }
  }
}

/** @returns undefined where it was not opened, for whatever reason */
function open(
  url: string,
  token: string | undefined,
  { WebSocket = globalThis.WebSocket, headers, maxWaiting = MAX_WAITING }: WebSocketWatchOptions,
  signal: AbortSignal | undefined,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const target = new URL(url, globalThis.location?.href)
  const { origin } = target
  target.protocol = target.protocol.replace('http', 'ws')
  const protocols = token === undefined ? [] : [BEARER + base64Url(token), OTHER]
  // Node, Bun and Deno take more than the standard has.
  const more = isBrowser() ? protocols : { protocols, headers: { Origin: origin, ...headers } }
  return new WebSocketBody(new WebSocket(target.href, more as string[]), maxWaiting).opened(signal)
}

/** Of a token, which is plain ASCII. */
const base64Url = (text: string): string =>
  btoa(text).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
