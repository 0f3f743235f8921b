import { type Clock, systemClock, UsageError } from '@kube-informer/core'
import { HttpServer, hostInUrl, type RequestHandler } from '@kube-informer/core/node'
import { parseListenAddress } from './listen-address.ts'
import { wholeResponses } from './whole-responses.ts'

/** Where health checks and metrics are served. */
export interface ServeHealthOptions {
  /** `:8081` for all addresses of the machine, `127.0.0.1:8081`, or `:0` for any free port. `0`: no server. */
  readonly address: string
  /** Answers all paths that no other handler has: `manager.handleHealth`. @default each is a 404 */
  readonly health?: RequestHandler | undefined
  /** Answers `/metrics`: `metricsHandler(registry)`. */
  readonly metrics?: RequestHandler | undefined
  /** Answer one path each, with responses that fit into memory. `/metrics` cannot be replaced. */
  readonly handlers?: Readonly<Record<string, RequestHandler>> | undefined
  /** After which time without a request a connection is closed. @default 90_000 */
  readonly idleTimeoutMs?: number | undefined
  /** How long the headers of a request may take. @default 32_000 */
  readonly headerTimeoutMs?: number | undefined
  /** How long `close` waits for responses that have begun. @default 1_000 */
  readonly graceMs?: number | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

/** Probes have no body. */
const BODY_TIMEOUT_MS = 1000

/** A server that listens. */
export interface ServingHealth {
  /** `http://127.0.0.1:8081`, without a trailing slash; undefined without a server. */
  readonly url: string | undefined
  /** Closes all connections; resolves when the port is free. Idempotent. */
  close(): Promise<void>
}

/**
 * Serves probes and metrics over HTTP/1.1, as the servers of a controller-runtime manager do. Rejects if the address is in use,
 * with a UsageError if it is invalid, and if `handlers` contains `/metrics`.
 *
 * @example
 * const { url, close } = await serveHealth({ address: ':8081', health: request => checks.handle(request) })
 */
export async function serveHealth(options: ServeHealthOptions): Promise<ServingHealth> {
  const { idleTimeoutMs = 90_000, headerTimeoutMs = 32_000, graceMs = 1000, clock = systemClock } = options
  const handler = wholeResponses(routeOf(options))
  const address = parseListenAddress(options.address)
  if (!address) return { url: undefined, close: async () => {} }
  const server = new HttpServer({
    handler,
    headerTimeoutMs,
    bodyTimeoutMs: BODY_TIMEOUT_MS,
    idleTimeoutMs,
    clock,
  })
  const port = await server.listen(address)
  let closing: Promise<boolean> | undefined
  return {
    url: `http://${hostInUrl(address.host ?? '127.0.0.1')}:${port}`,
    close: async () => {
      closing ??= server.close(graceMs)
      await closing
    },
  }
}

function routeOf({ health = notFound, metrics, handlers = {} }: ServeHealthOptions): RequestHandler {
  if (Object.hasOwn(handlers, '/metrics'))
    throw new UsageError('overriding builtin /metrics endpoint is not allowed')
  const routes = new Map(Object.entries(handlers))
  if (metrics) routes.set('/metrics', metrics)
  return request => (routes.get(new URL(request.url).pathname) ?? health)(request)
}

const notFound = (): Response => new Response('404 page not found\n', { status: 404 })
