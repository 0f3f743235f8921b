import type { Fetch } from '@kube-informer/core'
import { withResolvers } from '@kube-informer/core/internal'
import { type ForwardedServer, forwardToWorker } from './forward-to-worker.ts'
import { baseOf, pathBelow, requestAt } from './served-paths.ts'
import { type Endpoint, isOurs, type UseServer } from './wire.ts'

interface UsedServer extends Pick<UseServer, 'headers'> {
  readonly server: ForwardedServer
  readonly base: URL
}

/**
 * A `fetch` for the Worker of `forwardFrom`: requests below the base URL wait for the server and are sent to it, all others
 * go to the network. Call it before anything else listens to messages: others do not receive the one of `forwardFrom`.
 *
 * @param scope the source of the message. Default: the Worker's global scope
 * @example
 * // informers.worker.ts
 * hostInformers(informers, { fetch: fetchForwarded() })
 */
export function fetchForwarded(scope: Endpoint = globalThis as Endpoint): Fetch {
  const { promise: used, resolve } = withResolvers<UsedServer>()
  const onMessage = (event: MessageEvent) => {
    if (!isOurs(event.data)) return
    const { port, baseUrl, headers } = event.data as UseServer
    event.stopImmediatePropagation()
    scope.removeEventListener('message', onMessage)
    resolve({ server: forwardToWorker(port), base: baseOf(baseUrl), headers })
  }
  scope.addEventListener('message', onMessage)
  return async (url, init) => {
    const { server, base, headers } = await used
    const request = new Request(url, init)
    const path = pathBelow(base, request.url)
    if (path === undefined) return fetch(request)
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
    return server.fetch(await requestAt(request, new URL(path, base.origin)))
  }
}
