import type { Fetch, KubeClientOptions } from '@kube-informer/core'

/** How a client sends its requests. */
type Requests = Pick<KubeClientOptions, 'fetch' | 'webSocket'>

const UNAUTHORIZED = 401

/** Calls back whenever the server has answered a request with anything but 401: it has accepted the token. */
export function observeAnswers(
  { fetch = defaultFetch, webSocket }: Requests,
  onAccepted: () => void,
): Requests {
  return {
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      if (response.status !== UNAUTHORIZED) onAccepted()
      return response
    },
    webSocket:
      webSocket &&
      (async (...request) => {
        const body = await webSocket(...request)
        onAccepted()
        return body
      }),
  }
}

const defaultFetch: Fetch = (url, init) => fetch(url, init)
