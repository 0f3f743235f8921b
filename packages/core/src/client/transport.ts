import { type Clock, type Fetch, sleep, systemClock } from '../api/clock.ts'
import { ConnectionError, InformerError, isAbort } from '../api/errors.ts'
import { publicUrl } from './answer.ts'
import { queryString, type RequestQuery, refuseDots, rootOf } from './request-url.ts'
import { retryDelayMs } from './retry-after.ts'
import { toStatusError } from './status-response.ts'
import { type GetToken, TokenSource } from './token-source.ts'
import { parseWarnings, type WarningHandler } from './warnings.ts'

/** How requests reach an apiserver. */
export interface TransportOptions {
  /** The apiserver's root: `https://cluster.example`, or a path of the page's own origin such as `/k8s`. */
  readonly baseUrl: string
  /** @default the host's `fetch` */
  readonly fetch?: Fetch | undefined
  /** Asked for a bearer token before the first request, and once more when the server answers 401. */
  readonly getToken?: GetToken | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Whether cookies go along. @default fetch's own, 'same-origin' */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined
  /** Told of each `Warning` header of an answer; must not throw. See {@link distinctWarnings}. */
  readonly onWarning?: WarningHandler | undefined
  /** Told before the wait for another try, which may take as long as the server asks for; must not throw. */
  readonly onRetry?: ((retry: RequestRetry) => void) | undefined
  /** By which the waits between tries are timed. @default the host's clock */
  readonly clock?: Clock | undefined
}

/** A request that failed and will be sent again. */
export interface RequestRetry {
  /** The request in words. */
  readonly what: string
  /** A StatusError, or a ConnectionError. */
  readonly error: unknown
  /** 1 for the first retry; at most 10. */
  readonly attempt: number
  readonly delayMs: number
}

/** A request below `baseUrl`. */
export interface KubeRequest {
  /** @default 'GET' */
  readonly method?: string | undefined
  readonly query?: RequestQuery | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** What is asked, in words, for error messages. @default the method and path */
  readonly what?: string | undefined
}

/** Sends requests to one apiserver. */
export interface Transport {
  /**
   * Sends a request, with credentials, and settles with the headers of a 2xx answer. Everything else rejects: a
   * StatusError for a refusal, a ConnectionError for no answer, the signal's reason for an abort. What
   * upstream's client tries again is tried again, at most ten times: see {@link retryDelayMs}.
   */
  request(path: string, request?: KubeRequest): Promise<Response>
  /** The URL of a path below `baseUrl`, absolute where that is; `pretty=false` is added. A UsageError for `..` in it. */
  url(path: string, query?: RequestQuery): string
  /** The bearer token of now: the same promise until it is forgotten. Undefined where none is sent. */
  token(): Promise<string | undefined>
  /** Says that the server refused the token of that promise, so that the next request asks for another. */
  forgetToken(token: Promise<string | undefined>): void
}

/** client-go's `maxRetries`. */
const MAX_RETRIES = 10

/** Creates the transport of one apiserver. Nothing is requested before the first call. */
export function createTransport({
  baseUrl,
  fetch = defaultFetch,
  getToken,
  headers,
  credentials,
  onWarning,
  onRetry,
  clock = systemClock,
}: TransportOptions): Transport {
  const root = rootOf(baseUrl)
  const tokens = getToken && new TokenSource(getToken)
  const url: Transport['url'] = (path, query) => {
    refuseDots(path)
    return `${root}${path}${queryString(path, query)}`
  }

  const send = async (target: string, request: KubeRequest, what: string, token: string | undefined) => {
    const { method = 'GET', body, signal } = request
    signal?.throwIfAborted()
    try {
      return await fetch(target, {
        method,
        headers: {
          accept: 'application/json',
          ...headers,
          ...request.headers,
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
        ...(credentials && { credentials }),
      })
    } catch (cause) {
      // A fetch that has its own credentials says itself what is wrong with them.
      if (signal?.aborted || isAbort(cause) || cause instanceof InformerError) throw cause
      throw new ConnectionError(
        `${what}: no answer from ${root}: the server is down or unreachable, or it refuses this page's origin (CORS)`,
        { cause },
      )
    }
  }

  /** Sends it with the token of now, which a 401 makes forgotten. */
  const authorized = async (path: string, request: KubeRequest, what: string) => {
    const target = url(path, request.query)
    const asked = tokens?.current()
    const token = await orAbort(asked, request.signal)
    const response = await send(target, request, what, token)
    if (asked && response.status === 401) tokens?.forget(asked)
    return { response, token }
  }

  const attempt = async (path: string, request: KubeRequest, what: string): Promise<Response> => {
    let sent = await authorized(path, request, what)
    if (tokens && sent.response.status === 401) {
      sent.response.body?.cancel().catch(() => {})
      sent = await authorized(path, request, what)
    }
    const { response, token } = sent
    const warnings = onWarning && response.headers.get('warning')
    if (warnings) for (const text of parseWarnings(warnings)) onWarning(text, { what })
    if (response.ok) return response
    const { method = 'GET' } = request
    throw await toStatusError(response, method, `${what} (${method} ${publicUrl(root + path)})`, token)
  }

  return {
    url,
    token: () => tokens?.current() ?? Promise.resolve(undefined),
    forgetToken: token => tokens?.forget(token),
    request: async (path, request = {}) => {
      const { method = 'GET', signal } = request
      const what = request.what ?? `${method} ${publicUrl(path)}`
      for (let retries = 1; ; retries++) {
        try {
          signal?.throwIfAborted()
          return await attempt(path, request, what)
        } catch (error) {
          signal?.throwIfAborted()
          const delayMs = retryDelayMs(error, method)
          if (delayMs === undefined || retries > MAX_RETRIES) throw error
          onRetry?.({ what, error, attempt: retries, delayMs })
          await sleep(clock, delayMs, signal)
        }
      }
    },
  }
}

const defaultFetch: Fetch = (url, init) => fetch(url, init)

/** Waits no longer than until the signal aborts: a token may be on its way for as long as somebody signs in. */
export function orAbort<T>(
  promise: Promise<T> | undefined,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
    Promise.resolve(promise)
      .then(resolve, reject)
      .then(() => signal?.removeEventListener('abort', stop))
  })
}
