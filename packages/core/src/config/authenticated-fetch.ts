import type { Fetch } from '../api/clock.ts'
import { UsageError } from '../api/errors.ts'
import { redactorOf } from '../api/redactor.ts'
import { abortable } from '../internal/abortable.ts'
import { type Credential, type CredentialSource, sameCredential } from './credential.ts'

export interface AuthenticatedFetchOptions {
  /** The only origin that requests are sent to. */
  readonly origin: string
  readonly credentials: CredentialSource
  /** The Proxy-Authorization of the connection, which a response must not repeat either. */
  readonly proxyAuthorization?: string | undefined
  /** Sends the request with the credential's certificate. */
  readonly send: (url: string, init: RequestInit, credential: Credential) => Promise<Response>
}

/**
 * Creates a `fetch` for one server that adds the current credential. After a 401 it requests another credential and, if
 * there is one, sends the request once more. A request with its own Authorization header keeps it. A redirect is returned,
 * and not followed, unless the request asks for it: it could lead to another server.
 */
export function authenticatedFetch(options: AuthenticatedFetchOptions): Fetch {
  const { origin, credentials, send, proxyAuthorization } = options
  return async (url, init = {}) => {
    if (new URL(url).origin !== origin) {
      throw new UsageError(`these credentials are for ${origin}, and for no other server`)
    }
    if (proxyAuthorization !== undefined) redactorOf(init)?.add('proxy-authorization', proxyAuthorization)
    const credential = await abortable(credentials.current(), init.signal)
    const response = await send(url, withCredential(init, credential), credential)
    if (response.status !== 401 || new Headers(init.headers).has('authorization')) return response
    credentials.refuse(credential)
    const next = await abortable(credentials.current(), init.signal)
    if (sameCredential(next, credential)) return response
    await response.body?.cancel()
    return send(url, withCredential(init, next), next)
  }
}

/** Adds the credential to the request, and to its redactor. */
function withCredential(init: RequestInit, { authorization }: Credential): RequestInit {
  const headers = new Headers(init.headers)
  if (authorization !== undefined && !headers.has('authorization')) {
    headers.set('authorization', authorization)
    redactorOf(init)?.add('authorization', authorization)
  }
  return { redirect: 'manual', ...init, headers }
}
