import { type Clock, type Fetch, sleep, systemClock } from '../../api/clock.ts'
import { ConnectionError, InformerError, isAbort, ProtocolError } from '../../api/errors.ts'
import { REDACTOR, Redactor } from '../../api/redactor.ts'
import type { RequestRetry } from '../../api/request-retry.ts'
import { abortable } from '../../internal/abortable.ts'
import { publicUrl, setRedactor } from './answer.ts'
import { httpCacheOf, isPage, mayBeCached } from './http-cache.ts'
import { plainError } from './plain-error.ts'
import { redirectOf } from './redirect.ts'
import { type RequestQuery, requestUrl, rootOf } from './request-url.ts'
import { retryDelayMs } from './retry-after.ts'
import { toStatusError } from './status-response.ts'
import { type GetToken, TokenSource } from './token-source.ts'
import { parseWarnings, type WarningHandler } from './warnings.ts'

/** Where an apiserver is, what each request contains, and how failures are handled. */
export interface TransportOptions {
  /** The apiserver's root: `https://cluster.example`, or a path of the page's own origin such as `/k8s`. */
  readonly baseUrl: string
  /** @default the host's `fetch` */
  readonly fetch?: Fetch | undefined
  /** Returns a bearer token. Called before the first request, and again after a 401. */
  readonly getToken?: GetToken | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Whether requests send cookies. @default fetch's own, 'same-origin' */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined
  /** Called with each `Warning` header of a response; must not throw. See {@link distinctWarnings}. */
  readonly onWarning?: WarningHandler | undefined
  /** Called before the delay of a retry, whose length the server may set; must not throw. */
  readonly onRetry?: ((retry: RequestRetry) => void) | undefined
  /** The clock of retry delays. @default the host's clock */
  readonly clock?: Clock | undefined
}

/** A request below `baseUrl`. */
export interface KubeRequest {
  /** @default 'GET' */
  readonly method?: string | undefined
  readonly query?: RequestQuery | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Describes the request in error messages. @default the method and path */
  readonly what?: string | undefined
}

/** A request whose response is read later: errors of that may need its redactor. */
export interface RedactedRequest extends KubeRequest {
  /** @default a new one */
  readonly redactor?: Redactor | undefined
  /** Called before the delay of a retry, after that of the client; must not throw. */
  readonly onRetry?: ((retry: RequestRetry) => void) | undefined
}

/** Sends requests to one apiserver. */
export interface Transport {
  /**
   * Sends a request with credentials, and resolves with the headers of a 2xx response. Otherwise rejects: with a
   * StatusError for an error response, a ConnectionError for none, the signal's reason for an abort. Retries like
   * client-go, at most ten times: see {@link retryDelayMs}. Follows redirects within the origin: see {@link redirectOf}.
   */
  request(path: string, request?: RedactedRequest): Promise<Response>
  /** The URL of a path below `baseUrl`, absolute if that is; adds `pretty=false`. Throws a UsageError if it leads elsewhere. */
  url(path: string, query?: RequestQuery): string
  /** The current bearer token: the same promise until it is discarded. Undefined if none is sent. */
  token(): Promise<string | undefined>
  /**
   * Discards the token of that promise after the server rejected it, or the current one; the next request gets a new one.
   */
  forgetToken(token?: Promise<string | undefined>): void
}

/** client-go's `maxRetries`. */
const MAX_RETRIES = 10
const MAX_REDIRECTS = 5

/** A request with its defaults. */
type Sending = KubeRequest & {
  readonly method: string
  readonly what: string
  readonly redactor: Redactor
  /** Set for an answer that is asked for once more. */
  readonly cache?: 'reload'
}

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
  const cache = fetch === defaultFetch ? httpCacheOf(root) : undefined
  const url: Transport['url'] = (path, query) => requestUrl(root, path, query)

  const send = async (target: string, request: Sending, token: string | undefined) => {
    const { method, body, signal, what, redactor } = request
    const mode = cache === 'no-store' ? cache : request.cache
    signal?.throwIfAborted()
    const sent = {
      accept: 'application/json',
      ...headers,
      ...request.headers,
      ...(token && { authorization: `Bearer ${token}` }),
    }
    for (const [name, value] of Object.entries(sent)) redactor.add(name, value)
    const init: RequestInit & { readonly [REDACTOR]: Redactor } = {
      method,
      headers: sent,
      redirect: 'manual',
      [REDACTOR]: redactor,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
      ...(credentials && { credentials }),
      ...(mode && { cache: mode }),
    }
    try {
      return await fetch(target, init)
    } catch (cause) {
      // A fetch with its own credentials reports its errors itself.
      if (signal?.aborted || isAbort(cause) || cause instanceof InformerError) throw cause
      throw new ConnectionError(
        `${what}: no answer from ${root}: the server is down or unreachable, or it refuses this page's origin (CORS)`,
        { cause: plainError(cause, redactor) },
      )
    }
  }

  const follow = async (target: string, request: Sending, token: string | undefined) => {
    let from = target
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const response = await send(from, request, token)
      const to = redirectOf(response, from, request)
      if (to === undefined) return response
      response.body?.cancel().catch(() => {})
      from = to
    }
    throw new ProtocolError(`${request.what}: more than ${MAX_REDIRECTS} redirects`)
  }

  /** Sends the request with the current token; a 401 discards that token. The result has the response and the token. */
  const authorized = async (path: string, request: Sending) => {
    const target = url(path, request.query)
    const pending = tokens?.current()
    const token = await (pending && abortable(pending, request.signal))
    const response = await follow(target, request, token)
    if (pending && response.status === 401) tokens?.forget(pending)
    return [response, token] as const
  }

  const attemptOnce = async (path: string, request: Sending): Promise<Response> => {
    const { method, what, redactor } = request
    let [response, token] = await authorized(path, request)
    if (tokens && response.status === 401) {
      response.body?.cancel().catch(() => {})
      ;[response, token] = await authorized(path, request)
    }
    const warnings = onWarning && response.headers.get('warning')
    if (warnings) for (const text of parseWarnings(redactor.redact(warnings))) onWarning(text, { what })
    if (response.ok && mayAskAgain(request) && isPage(response)) {
      response.body?.cancel().catch(() => {})
      throw new ProtocolError(`${what}: the answer is a page`)
    }
    if (response.ok) return setRedactor(response, redactor)
    const where = `${what} (${method} ${publicUrl(root + path)})`
    throw await toStatusError(response, { method, where, redactor, hasToken: token !== undefined })
  }

  /** Whether an answer that is refused may come from the cache of the browser. */
  const mayAskAgain = (request: Sending) =>
    cache === 'reload' && request.method === 'GET' && request.cache === undefined

  const attempt = async (path: string, request: Sending): Promise<Response> => {
    try {
      return await attemptOnce(path, request)
    } catch (error) {
      if (!mayAskAgain(request) || !mayBeCached(error)) throw error
      return attemptOnce(path, { ...request, cache: 'reload' })
    }
  }

  return {
    url,
    token: () => tokens?.current() ?? Promise.resolve(undefined),
    forgetToken: token => tokens?.forget(token),
    request: async (path, request = {}) => {
      const { method = 'GET', redactor = new Redactor(), signal } = request
      const what = request.what ?? `${method} ${publicUrl(path)}`
      if (request.body !== undefined) redactor.addBody(path, request.body)
      const sending = { ...request, method, redactor, what }
      for (let retries = 1; ; retries++) {
        try {
          signal?.throwIfAborted()
          return await attempt(path, sending)
        } catch (error) {
          signal?.throwIfAborted()
          const delayMs = retryDelayMs(error, method)
          if (delayMs === undefined || retries > MAX_RETRIES) throw error
          const retry = { what, error, attempt: retries, delayMs }
          onRetry?.(retry)
          request.onRetry?.(retry)
          await sleep(clock, delayMs, signal)
        }
      }
    },
  }
}

const defaultFetch: Fetch = (url, init) => fetch(url, init)
