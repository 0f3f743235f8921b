import {
  type Clock,
  type KubeClientOptions,
  type Status,
  StatusError,
  sleep,
  systemClock,
  type WebSocketWatchOptions,
} from '@kube-informer/core'
import { abortable } from '@kube-informer/core/internal'
import { SOCKET_PATH, SUBPROTOCOL } from '../socket/protocol.ts'
import { noSocket, RelayConnection, type WatchRequest } from './relay-connection.ts'

/** Opens watches; the option `webSocket` of a client. */
export type WatchOpener = NonNullable<KubeClientOptions['webSocket']>

/** Where the relay is, and how to authenticate. */
export interface RelaySocketOptions extends Pick<WebSocketWatchOptions, 'WebSocket' | 'headers'> {
  /** Maximum number of bytes that a watch has received and its reader has not read. @default 262_144 */
  readonly windowBytes?: number | undefined
  /** The socket is given up if it does not open, or does not answer, within this time. @default 30_000 */
  readonly answerTimeoutMs?: number | undefined
  /** How long the socket stays open after the relay has ended its last watch. @default 5_000 */
  readonly lingerMs?: number | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

/** As for requests by `fetch`. */
const MAX_RETRIES = 10
/** A timer with a longer delay would fire at once. */
const LONGEST_MS = 2 ** 31 - 1

type Transport = Parameters<WatchOpener>[0]

/**
 * Opens all watches of a client over one WebSocket to a relay (docs/relay-protocol.md). A watch has its own credit, so
 * that a slow one delays no other. Unlike a watch of its own over WebSocket, it may ask for Tables and for metadata only,
 * and its token may change. Lists and other requests use `fetch`. The socket is opened for the first watch and closed
 * after the last one. Use one for each client.
 *
 * A watch that the relay refuses with a time to return, for example a 429 with `Retry-After`, is opened again then, at most
 * ten times.
 *
 * A socket does not report why it failed to open. The watch is then requested by `fetch`, and its error is thrown. If
 * `fetch` succeeds, a proxy does not accept WebSockets, which is a ProtocolError.
 *
 * @example
 * const client = createKubeClient({ baseUrl, getToken, webSocket: relaySocket(), watchTransport: 'websocket' })
 */
export function relaySocket(options: RelaySocketOptions = {}): WatchOpener {
  const { clock = systemClock, windowBytes = 262_144, answerTimeoutMs = 30_000, lingerMs = 5_000 } = options
  let current: RelayConnection | undefined

  const connect = (transport: Transport): RelayConnection => {
    if (current && !current.isOver) return current
    const socket = createSocket(transport, options)
    current = new RelayConnection({ socket, clock, windowBytes, answerTimeoutMs, lingerMs })
    return current
  }

  return async (transport, path, request) => {
    const { what, signal } = request
    const watch: WatchRequest = {
      path: transport.url(path, request.query).slice(rootLength(transport)),
      accept: request.headers?.accept,
      signal,
    }
    let retries = 0
    let hasNewToken = false
    for (;;) {
      const pending = transport.token()
      const token = await abortable(pending, signal)
      if (token !== undefined) request.redactor?.add('authorization', token)
      signal?.throwIfAborted()
      const answer = await connect(transport).open({ ...watch, token })
      if (answer === 'unopened') {
        const response = await transport.request(path, request)
        response.body?.cancel().catch(() => {})
        throw noSocket(what, socketUrl(transport).href)
      }
      if ('stream' in answer) return answer.stream
      const { status, body, retryAfter } = answer.refused
      if (status === 401) transport.forgetToken(pending)
      if (status === 401 && !hasNewToken && token !== undefined) {
        hasNewToken = true
        continue
      }
      const error = new StatusError(
        statusOf(status, request.redactor?.redact(body) ?? body, retryAfter),
        what,
      )
      const { retryAfterSeconds } = error
      const mayRetry = (status === 429 || status >= 500) && ++retries <= MAX_RETRIES
      if (!mayRetry || retryAfterSeconds === undefined) throw error
      await sleep(clock, Math.min(retryAfterSeconds * 1000, LONGEST_MS), signal)
      signal?.throwIfAborted()
    }
  }
}

function createSocket(
  transport: Transport,
  { WebSocket = globalThis.WebSocket, headers }: RelaySocketOptions,
) {
  const url = socketUrl(transport)
  const { origin } = url
  url.protocol = url.protocol.replace('http', 'ws')
  // Node, Bun and Deno support options beyond the standard.
  const isBrowser = /^Mozilla\//.test(globalThis.navigator?.userAgent ?? '')
  const more = isBrowser
    ? [SUBPROTOCOL]
    : { protocols: [SUBPROTOCOL], headers: { Origin: origin, ...headers } }
  return new WebSocket(url.href, more as string[])
}

/** The length of the root of the relay, without a trailing slash. */
const rootLength = (transport: Transport): number => transport.url('/').split('/?')[0]?.length ?? 0

/** The URL of the socket, with the scheme of the relay. */
function socketUrl(transport: Transport): URL {
  const url = new URL(transport.url(SOCKET_PATH), globalThis.location?.href)
  url.search = ''
  return url
}

/** The Status of an error response; a proxy may have sent a text. */
function statusOf(code: number, body: string, retryAfter: string | undefined): Status {
  const details = { causes: [{ reason: 'UnexpectedServerResponse' }] }
  const failure: Status = { kind: 'Status', status: 'Failure', code, message: `HTTP ${code}`, details }
  const status = parse(body) ?? failure
  if (!/^\d+$/.test(retryAfter ?? '') || status.details?.retryAfterSeconds !== undefined) return status
  return { ...status, details: { ...status.details, retryAfterSeconds: Number(retryAfter) } }
}

function parse(body: string): Status | undefined {
  try {
    const status = JSON.parse(body) as Status | null
    return status?.kind === 'Status' ? status : undefined
  } catch {
    return undefined
  }
}
