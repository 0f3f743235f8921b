import type { Fetch } from '@kube-informer/core'
import { urlBelow } from '@kube-informer/core/paths'
import { LinkedAbort } from '../api/linked-abort.ts'
import { bodyWithEnd } from './body-with-end.ts'
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

/** Passes requests on to the apiserver with the credentials of the reader, streaming in both directions. */
export class Forwarder {
  readonly #baseUrl: string
  readonly #fetch: Fetch

  constructor({ baseUrl, fetch }: ForwarderOptions) {
    this.#baseUrl = baseUrl
    this.#fetch = fetch
  }

  /**
   * Throws a 403 for what needs another protocol (exec, attach, port-forward), and a 503 without an answer.
   *
   * @param stopping breaks off the request and its response, like the signal of the request
   * @param onEnd called when the response has ended, or there is none. May be called twice
   */
  async send(request: Request, stopping: AbortSignal, onEnd: () => void = () => {}): Promise<Response> {
    try {
      return await this.#send(request, stopping, onEnd)
    } catch (error) {
      onEnd()
      throw error
    }
  }

  async #send(request: Request, stopping: AbortSignal, onEnd: () => void): Promise<Response> {
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
      ...(body && { body, duplex: 'half' }),
    }
    let answer: Response
    try {
      answer = await this.#fetch(url, init)
    } catch (error) {
      ending.release()
      if (ending.signal.aborted) throw error
      throw unavailable('the upstream apiserver does not respond')
    }
    return answerOf(answer, () => {
      ending.release()
      onEnd()
    })
  }
}

/** @param onEnd called after the last byte, or if there is no answer to pass on */
function answerOf({ status, type, headers, body }: Response, onEnd: () => void): Response {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)) {
    body?.cancel().catch(() => undefined)
    onEnd()
    throw unavailable('the upstream apiserver redirects the request, which the relay does not follow')
  }
  if (!body) onEnd()
  return new Response(body && bodyWithEnd(body, onEnd), {
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
