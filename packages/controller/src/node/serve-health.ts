import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clock, systemClock, UsageError } from '@kube-informer/core'
import { answer, type RequestHandler } from './exchange.ts'
import { type ListenAddress, parseListenAddress } from './listen-address.ts'
import { OpenResponses } from './open-responses.ts'

/** Options of {@link serveHealth}. */
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
  const { graceMs = 1000, clock = systemClock } = options
  const route = routeOf(options)
  const address = parseListenAddress(options.address)
  if (!address) return { url: undefined, close: async () => {} }
  const server = serverOf(options)
  const open = new OpenResponses()
  server.on('request', (incoming, outgoing) => {
    open.add(outgoing)
    void answer(route, incoming, outgoing, { isClosing: () => !server.listening })
  })
  await listen(server, address)
  let closing: Promise<void> | undefined
  return {
    url: urlOf(server, address),
    close: () => {
      closing ??= close(server, open.ended(graceMs, clock))
      return closing
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

function serverOf({ idleTimeoutMs = 90_000, headerTimeoutMs = 32_000 }: ServeHealthOptions): Server {
  return createServer({
    keepAliveTimeout: idleTimeoutMs,
    headersTimeout: headerTimeoutMs,
    // Node requires at least the time for the headers; requests here have no body.
    requestTimeout: headerTimeoutMs,
    connectionsCheckingInterval: Math.min(headerTimeoutMs, 1000),
  })
}

const listen = (server: Server, { host, port }: ListenAddress): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      resolve()
    })
  })

function urlOf(server: Server, { host = '127.0.0.1' }: ListenAddress): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Accepts no further connections, waits for the responses, and closes what is left. */
async function close(server: Server, responses: Promise<void>): Promise<void> {
  const closed = new Promise<void>(resolve => void server.close(() => resolve()))
  await responses
  server.closeAllConnections()
  await closed
}
