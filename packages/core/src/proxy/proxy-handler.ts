import type { Fetch } from '../api/clock.ts'
import { errorMessage } from '../api/error-message.ts'
import { urlBelow } from '../api/url-below.ts'
import { readBytes } from '../client/transport/read-bytes.ts'
import { proxiedHeaders } from './proxied-answer.ts'
import { type ProxyPolicy, proxyRejection } from './proxy-rejection.ts'

/** The server that a proxy forwards to, as `loadKubeConfig` returns it. */
export interface ProxiedCluster {
  /** The URL of the apiserver; paths are appended to it. */
  readonly baseUrl: string
  /** Sends a request with the credentials of the proxy. */
  readonly fetch: Fetch
  /** The context of the kubeconfig, for messages. @default '' */
  readonly context?: string | undefined
  /** Added to each request; they replace those of the client. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The cluster, and what of it pages may use. */
export interface ProxyHandlerOptions extends ProxyPolicy {
  /** The cluster, or a function that loads it at the first request, and again after a failure. */
  readonly cluster: ProxiedCluster | (() => Promise<ProxiedCluster>)
  /** Where the proxy is mounted, e.g. `/k8s`: it is removed from the path. @default '' */
  readonly basePath?: string | undefined
}

/** The apiserver accepts 3 MiB. */
const MAX_BODY_BYTES = 4 * 1024 * 1024

/** Headers of the connection, of the browser, and those whose values are the proxy's. */
const OF_CLIENT =
  /^(?:host|connection|keep-alive|te|trailer|upgrade|transfer-encoding|content-length|accept-encoding|expect|authorization|cookie|origin|referer|proxy-.*|sec-.*|impersonate-.*)$/
const IMPERSONATES = /^impersonate-/

/**
 * A handler that forwards requests of the own page to a cluster, with the credentials of the proxy. It takes and returns what
 * `fetch` does, so that it runs in Node (behind a bridge), Deno, Bun, Workers and Next. It sends the headers of an answer at once,
 * and a watch event by event. See {@link proxyRejection} for what it refuses, and {@link proxiedHeaders} for what it passes on.
 * A failure is a Kubernetes `Status`: 403 for a request that is refused, 413 for a body over 4 MiB, 502 for a cluster that does
 * not answer. WebSockets are refused.
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
  let loading: Promise<ProxiedCluster> | undefined
  const load = (): Promise<ProxiedCluster> => {
    loading ??= (typeof cluster === 'function' ? cluster() : Promise.resolve(cluster)).catch(error => {
      loading = undefined
      throw error
    })
    return loading
  }
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
      return failure(502, messageOf(error))
    }
  }
}

async function forward(
  { baseUrl, context = '', headers = {}, fetch }: ProxiedCluster,
  path: string,
  request: Request,
): Promise<Response> {
  const { method, signal } = request
  const own = Object.entries(headers)
  const asked = [...request.headers].filter(([name]) => !OF_CLIENT.test(name))
  const impersonation = [...request.headers].filter(([name]) => IMPERSONATES.test(name))
  if (impersonation.length > 0 && own.some(([name]) => IMPERSONATES.test(name.toLowerCase())))
    return failure(400, `the context ${JSON.stringify(context)} impersonates a user already`)
  const url = urlBelow(baseUrl, path)
  if (url === undefined) return failure(400, `the path must not lead out of ${baseUrl}`)
  const { bytes, isCut } = await readBytes(request.body, () => MAX_BODY_BYTES)
  if (isCut) return failure(413, `a body must have at most ${MAX_BODY_BYTES} bytes`)
  const answer = await fetch(url, {
    method,
    headers: [...asked, ...impersonation, ...own],
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

/** An error and its causes: that of `fetch` alone is "fetch failed". */
function messageOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause === undefined ? errorMessage(error) : `${errorMessage(error)}: ${errorMessage(cause)}`
}

function failure(code: number, message: string): Response {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code }
  return Response.json(status, { status: code, headers: proxiedHeaders([]) })
}
