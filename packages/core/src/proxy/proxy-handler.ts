import { readBytes } from '../client/transport/read-bytes.ts'
import { badGateway, failure } from './failure.ts'
import { forwardedRequest } from './forwarded-request.ts'
import { proxiedHeaders } from './proxied-answer.ts'
import { clusterLoader, type ProxiedCluster, type ProxyHandlerOptions } from './proxy-options.ts'
import { proxyRejection } from './proxy-rejection.ts'

/** The apiserver accepts 3 MiB. */
const MAX_BODY_BYTES = 4 * 1024 * 1024

/**
 * A handler that forwards requests of the own page to a cluster, with the credentials of the proxy. It takes and returns what
 * `fetch` does, so that it runs in Node (behind a bridge), Deno, Bun, Workers and Next. It sends the headers of an answer at once,
 * and a watch event by event. See {@link proxyRejection} for what it refuses, and {@link proxiedHeaders} for what it passes on.
 * A failure is a Kubernetes `Status`: 403 for a request that is refused, 413 for a body over 4 MiB, 502 for a cluster that does
 * not answer. `fetch` opens no WebSockets, so that they are refused: the Vite plugin of `core/proxy/vite` forwards them.
 *
 * @example
 * const handle = createProxyHandler({ cluster: () => loadKubeConfig(), basePath: '/k8s' })
 * Deno.serve({ hostname: '127.0.0.1' }, handle)
 */
export function createProxyHandler({
  cluster,
  basePath = '',
  ...policy
}: ProxyHandlerOptions): (request: Request) => Promise<Response> {
  const load = clusterLoader(cluster)
  return async (request: Request): Promise<Response> => {
    const { pathname, search, host } = new URL(request.url)
    if (!pathname.startsWith(`${basePath}/`)) return failure(404, `the proxy is below ${basePath}/`)
    const path = pathname.slice(basePath.length) + search
    const header = (name: string): string | null =>
      request.headers.get(name) ?? (name === 'host' ? host : null)
    const rejection = proxyRejection({ path, header }, policy)
    if (rejection) return failure(rejection.code, rejection.message)
    if (header('upgrade') !== null) return failure(403, 'WebSockets are not forwarded')
    try {
      return await forward(await load(), path, request)
    } catch (error) {
      return badGateway(error)
    }
  }
}

async function forward(cluster: ProxiedCluster, path: string, request: Request): Promise<Response> {
  const { method, signal } = request
  const forwarded = forwardedRequest(cluster, path, [...request.headers])
  if ('code' in forwarded) return failure(forwarded.code, forwarded.message)
  const { url, headers } = forwarded
  const { bytes, isCut } = await readBytes(request.body, () => MAX_BODY_BYTES)
  if (isCut) return failure(413, `a body must have at most ${MAX_BODY_BYTES} bytes`)
  const answer = await cluster.fetch(url, {
    method,
    headers: headers.map(([name, value]) => [name, value]),
    redirect: 'manual',
    signal,
    ...(bytes.length > 0 && { body: bytes as Uint8Array<ArrayBuffer> }),
  })
  return new Response(answer.body, { status: answer.status, headers: answerHeaders(answer) })
}

/** A body that `fetch` has decoded has neither its encoding nor its length any more. */
function answerHeaders({ headers }: Response): Record<string, string> {
  const { 'content-encoding': encoding, 'content-length': length, ...rest } = proxiedHeaders(headers)
  return encoding === undefined && length !== undefined ? { ...rest, 'content-length': length } : rest
}
