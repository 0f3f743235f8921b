import { failure } from '@kube-informer/cacher'
import { Origins } from './origins.ts'

const MAX_URL_CHARACTERS = 16 * 1024
const MAX_HEADER_CHARACTERS = 64 * 1024

export interface RequestGuardOptions {
  /** The origins of pages that may use the relay. */
  readonly origins?: readonly string[] | undefined
  /** Whether cookies reach `authenticate`. */
  readonly cookies?: boolean | undefined
}

/** A request that passed the guard. */
export interface GuardedRequest {
  /** Without cookies, unless they are allowed. */
  readonly request: Request
  /** The listed origin of the page that sent it; undefined for other clients. */
  readonly origin: string | undefined
}

/**
 * The first check of a request, before anything reads its credentials: sizes, the origin of the page, cookies. Throws
 * StatusErrors.
 */
export class RequestGuard {
  readonly #origins: Origins
  readonly #cookies: boolean

  constructor({ origins = [], cookies = false }: RequestGuardOptions) {
    this.#origins = new Origins(origins)
    this.#cookies = cookies
  }

  get allowsCookies(): boolean {
    return this.#cookies
  }

  check(request: Request): GuardedRequest {
    checkSize(request)
    const origin = this.#origins.check(request)
    // A browser sends cookies with requests of any page. Only a listed page may use them.
    const keepsCookies = this.#cookies && origin !== undefined
    return { request: keepsCookies ? request : withoutCookies(request), origin }
  }
}

function checkSize({ url, headers }: Request): void {
  if (url.length > MAX_URL_CHARACTERS)
    throw failure({ code: 414, message: `the URL is longer than ${MAX_URL_CHARACTERS} characters` })
  let size = 0
  for (const [name, value] of headers) size += name.length + value.length
  if (size > MAX_HEADER_CHARACTERS)
    throw failure({ code: 431, message: `the headers are longer than ${MAX_HEADER_CHARACTERS} characters` })
}

function withoutCookies(request: Request): Request {
  if (!request.headers.has('Cookie')) return request
  const headers = new Headers(request.headers)
  headers.delete('Cookie')
  return new Request(request, { headers })
}
