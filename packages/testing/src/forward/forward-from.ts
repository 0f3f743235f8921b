import { baseOf } from './served-paths.ts'
import { MARK, type ServePort, type UseServer } from './wire.ts'

/** Where requests go, and what is added to them. */
export interface ForwardFromOptions {
  /** The base URL of the mocked apiserver, as the Worker's client has it. @default '/' */
  readonly baseUrl?: string
  /** Added to each request, for example `Impersonate-User`. @default none */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Lets a Worker send its requests to a server in another Worker, without a service worker in between. In WebKit, msw cannot
 * stream the response of a watch, since streams are not transferable there.
 *
 * The server's Worker calls `serveFromWorker`, the other one takes `fetchForwarded()` as its `fetch`.
 *
 * @example
 * const server = new Worker(new URL('./server.worker.ts', import.meta.url), { type: 'module' })
 * const worker = () => {
 *   const informers = new Worker(new URL('./informers.worker.ts', import.meta.url), { type: 'module' })
 *   forwardFrom(informers, server, { baseUrl: '/k8s' })
 *   return informers
 * }
 */
export function forwardFrom(
  client: Pick<Worker, 'postMessage'>,
  server: Pick<Worker, 'postMessage'>,
  { baseUrl = '/', headers = {} }: ForwardFromOptions = {},
): void {
  const { port1, port2 } = new MessageChannel()
  const serve: ServePort = { mark: MARK, type: 'serve', port: port1 }
  const use: UseServer = { mark: MARK, type: 'use', port: port2, baseUrl: baseOf(baseUrl).href, headers }
  server.postMessage(serve, [port1])
  client.postMessage(use, [port2])
}
