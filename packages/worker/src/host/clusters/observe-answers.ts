import type { Fetch, KubeClientOptions } from '@kube-informer/core'

/** How a client sends its requests. */
type Requests = Pick<KubeClientOptions, 'fetch' | 'webSocket'>

const UNAUTHORIZED = 401

/**
 * Calls back whenever the server has answered a request with anything but 401: it has accepted the token.
 *
 * @param onAccepted its parameter is the token, where it is known
 */
export function observeAnswers(
  { fetch = defaultFetch, webSocket }: Requests,
  onAccepted: (token: string | undefined) => void,
): Requests {
  return {
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      if (response.status !== UNAUTHORIZED) onAccepted(tokenOf(init))
      // The callback may have replaced this very read.
      init?.signal?.throwIfAborted()
      return response
    },
    webSocket:
      webSocket &&
      (async (...request) => {
        const body = await webSocket(...request)
        onAccepted(undefined)
        return body
      }),
  }
}

const tokenOf = (init: Parameters<Fetch>[1]): string | undefined =>
  new Headers(init?.headers).get('authorization')?.replace(/^Bearer /, '')

const defaultFetch: Fetch = (url, init) => fetch(url, init)
