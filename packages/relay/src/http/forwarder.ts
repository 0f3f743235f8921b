import type { Fetch } from '@kube-informer/core'
import { urlBelow } from '@kube-informer/core/paths'
import { LinkedAbort } from '../api/linked-abort.ts'
import type { TakeBytes } from './byte-budget.ts'
import { type BodyMeter, meteredBody } from './metered-body.ts'
import { forbidden, unavailable } from './status.ts'

/** Headers of one connection (RFC 9110 7.6.1), and those that the next hop sets itself. */
const DROPPED: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'cookie',
  'set-cookie',
  'origin',
  'referer',
]
/**
 * Headers that say who sends the request. A reader cannot have them removed: a `fetch` that adds credentials where there are none
 * would send the request as the relay.
 */
const IDENTITY = /^(authorization|impersonate-.*)$/

/** `fetch` has decoded the body; its encoding and length no longer apply. */
const DECODED: readonly string[] = ['content-encoding', 'content-length']

/** Where requests of readers go. */
export interface ForwarderOptions {
  /** The root of the apiserver. */
  readonly baseUrl: string
  /** Must not add credentials. */
  readonly fetch: Fetch
}

/** What a request that is passed on takes from the budgets of its reader. */
export interface Passage {
  /** Breaks off the request and its response, like the signal of the request. */
  readonly stopping: AbortSignal
  /** Counts the bytes in flight of both bodies. */
  readonly take: TakeBytes
  /** Called when the response has ended, or there is none. May be called twice. */
  readonly onEnd: () => void
}

/** Passes requests on to the apiserver with the credentials of the reader, streaming in both directions. */
export class Forwarder {
  readonly #baseUrl: string
  readonly #fetch: Fetch

  constructor({ baseUrl, fetch }: ForwarderOptions) {
    this.#baseUrl = baseUrl
    this.#fetch = fetch
  }

  /** Throws a 403 for what needs another protocol (exec, attach, port-forward), and a 503 without an answer. */
  async send(request: Request, passage: Passage): Promise<Response> {
    try {
      return await this.#send(request, passage)
    } catch (error) {
      passage.onEnd()
      throw error
    }
  }

  async #send(request: Request, { stopping, take, onEnd }: Passage): Promise<Response> {
    if (request.headers.has('Upgrade'))
      throw forbidden(
        'the relay does not pass on WebSockets and SPDY: exec, attach and port-forward need the apiserver',
      )
    const { pathname, search } = new URL(request.url)
    const url = urlBelow(this.#baseUrl, pathname + search)
    if (url === undefined) throw forbidden('the path of the request leads out of the apiserver')
    const { method, body } = request
    const ending = new LinkedAbort(request.signal, stopping)
    const init: RequestInit & { duplex?: 'half' } = {
      method,
      headers: forwardable(request.headers, DROPPED),
      signal: ending.signal,
      // The target of a redirect must not receive the token.
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      ...(body && { body: meteredBody(body, { take }), duplex: 'half' }),
    }
    let answer: Response
    try {
      answer = await this.#fetch(url, init)
    } catch (error) {
      ending.release()
      if (ending.signal.aborted) throw error
      throw unavailable('the upstream apiserver does not respond')
    }
    return answerOf(answer, {
      take,
      onEnd: () => {
        ending.release()
        onEnd()
      },
    })
  }
}

/** What the reader receives. The meter ends after the last byte, or if there is no answer to pass on. */
function answerOf({ status, type, headers, body }: Response, meter: Required<BodyMeter>): Response {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)) {
    body?.cancel().catch(() => undefined)
    meter.onEnd()
    throw unavailable('the upstream apiserver redirects the request, which the relay does not follow')
  }
  if (!body) meter.onEnd()
  return new Response(body && meteredBody(body, meter), {
    status,
    headers: forwardable(headers, [...DROPPED, ...DECODED]),
  })
}

function forwardable(headers: Headers, dropped: readonly string[]): Headers {
  const named =
    headers
      .get('Connection')
      ?.toLowerCase()
      .split(/\s*,\s*/)
      .filter(name => !IDENTITY.test(name)) ?? []
  const kept = new Headers()
  for (const [name, value] of headers)
    if (!dropped.includes(name) && !named.includes(name)) kept.append(name, value)
  return kept
}
