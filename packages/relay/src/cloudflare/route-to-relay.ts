import { statusResponse } from '@kube-informer/cacher/http'
import { readSubprotocols } from '@kube-informer/cacher/sockets'
import { type ResourceDefinition, resourceName, UsageError } from '@kube-informer/core'
import { bearerToken } from '../auth/bearer-token.ts'
import { unavailable } from '../http/status.ts'
import type { DurableNamespace } from './durable-object.ts'
import { INTERNAL_PATH, internalRequest, STOP_PATH } from './internal-requests.ts'
import { type NodeAddress, sendTo } from './node-address.ts'
import { leafOf, nodesOf, type TreeNode } from './tree.ts'
import { uncompressed } from './uncompressed.ts'

const FANOUT = 32

/** The Durable Objects of the relay, and how readers are spread over them. */
export interface RelayRoutes {
  /** The namespace of your RelayObject class. */
  readonly objects: DurableNamespace
  /** Distinguishes clusters that share the namespace. @default '' */
  readonly cluster?: string | undefined
  /** The number of objects among which readers are divided. @default 1 */
  readonly leaves?: number | undefined
  /** The maximum number of objects that read from one. With more leaves, there are branches between them and the root. @default 32 */
  readonly fanout?: number | undefined
  /** The text by which readers are divided: equal texts have the same leaf. @default the bearer token */
  readonly readerOf?: ((request: Request) => string) | undefined
}

/**
 * Sends the request of a reader to its leaf. Call it in the `fetch` handler of the Worker.
 *
 * @example
 * export default {
 *   fetch: (request: Request, { RELAY }: Env) => routeToRelay(request, { objects: RELAY, leaves: 8 }),
 * }
 */
export async function routeToRelay(request: Request, routes: RelayRoutes): Promise<Response> {
  const { leaves = 1, readerOf = tokenOf } = routes
  if (new URL(request.url).pathname.startsWith(INTERNAL_PATH))
    return new Response('404 page not found\n', { status: 404 })
  const leaf = addressOf(routes, leafOf(readerOf(request), leaves))
  try {
    return uncompressed(await sendTo(routes.objects, leaf, request))
  } catch {
    // The object was reset, is overloaded, or could not be configured. Cloudflare would answer with a page of its own.
    request.signal.throwIfAborted()
    return statusResponse(unavailable('the object of the relay does not respond'), request)
  }
}

/**
 * Stops all objects of a relay: their watches end, and no request or timer remains. The next request starts them again,
 * from what they have stored.
 */
export async function stopRelay(
  routes: RelayRoutes,
  resources: readonly ResourceDefinition[],
): Promise<void> {
  const names = resources.map(resourceName)
  for (const node of nodesOf(addressOf(routes, 'root'))) {
    const isLeaf = node !== 'root' && node.level === 0
    const addresses = (isLeaf ? [''] : names).map(resource => addressOf(routes, node, resource))
    const requests = addresses.map(address => sendTo(routes.objects, address, internalRequest(STOP_PATH)))
    for (const { ok, status } of await Promise.all(requests))
      if (!ok) throw new UsageError(`an object of the relay could not be stopped: ${status}`)
  }
}

/** The token of a request, or of a WebSocket. */
const tokenOf = (request: Request): string =>
  bearerToken(request) ?? readSubprotocols(request.headers.get('Sec-WebSocket-Protocol'))?.token ?? ''

function addressOf(
  { cluster = '', leaves = 1, fanout = FANOUT }: RelayRoutes,
  node: TreeNode,
  resource = '',
): NodeAddress {
  if (!(leaves >= 1 && fanout >= 2))
    throw new UsageError('a relay needs at least one leaf, and a fanout of two')
  return { cluster, leaves, fanout, node, resource }
}
