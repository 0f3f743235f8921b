import type { RequestListener } from 'node:http'
import { answer, HttpServer, hostInUrl } from '@kube-informer/core/node'
import type { Compression } from '../compress/compressing.ts'
import { type ControlHandlerOptions, controlHandler } from '../control/control-handler.ts'
import { guarding } from '../guard/guarding.ts'
import type { AllowedHosts } from '../guard/host-names.ts'
import type { FakeApiserver } from '../server/fake-apiserver.ts'
import { answeringErrors, type Handler } from './answering-errors.ts'
import { compressing } from './compress.ts'
import { guardOf } from './listen-host.ts'
import { upgrading } from './web-socket.ts'

/** What a listener for Node's own servers adds to the fake apiserver. */
export interface RequestListenerOptions {
  /** Serves the control endpoints under `/_fake/` to everyone who can use the server. @default false */
  readonly control?: boolean | ControlHandlerOptions
  /**
   * The host names of the server and of pages that may use it, besides those of the loopback interface: `dev.example`,
   * or `.dev.example` for its subdomains. A request to another name, which can be DNS rebinding, and a request of a page
   * of another site is a 403. `any` accepts all of them, as a real apiserver does.
   *
   * @default none
   */
  readonly allowedHosts?: AllowedHosts | 'any'
  /** Compresses responses as this Kubernetes version does. @default no compression */
  readonly compress?: Compression
}

/** Where the fake apiserver listens, and what it serves besides the API. */
export interface ServeOptions extends RequestListenerOptions {
  /** @default 0 (any free port) */
  readonly port?: number
  /**
   * The name or address to listen on. If it is not one of the loopback interface, other machines can reach the server,
   * and requests may name it or any IP address.
   *
   * @default '127.0.0.1'
   */
  readonly host?: string
}

/** A listening server. */
export interface Serving {
  /** `http://127.0.0.1:41234`, without a trailing slash. */
  readonly url: string
  /** Closes all connections; resolves when the port is free. */
  close(): Promise<void>
}

/**
 * Serves a fake apiserver over HTTP/1.1, to pages with a loopback origin only, with CORS, and to all other clients.
 * Watches over WebSocket work if the package `ws` is installed.
 *
 * @example const { url, close } = await serve(server, { port: 8001, control: true })
 */
export async function serve(
  server: FakeApiserver,
  { port = 0, host = '127.0.0.1', ...options }: ServeOptions = {},
): Promise<Serving> {
  const handle = guarding(handlerOf(server, options), guardOf(host, options.allowedHosts))
  const http = new HttpServer({
    handler: compressed(handle, server, options),
    onUpgrade: upgrading(handle),
  })
  const bound = await http.listen({ host, port })
  return {
    url: `http://${hostInUrl(host)}:${bound}`,
    close: async () => {
      await http.close(0)
    },
  }
}

/**
 * Handles the requests of an HTTP server that you create yourself, without WebSockets. It also serves as a middleware of
 * Connect and Express. Requests may have the host names of `allowedHosts`, and any IP address as their host.
 *
 * @example vite.middlewares.use('/fake', requestListener(server))
 */
export const requestListener = (
  server: FakeApiserver,
  options: RequestListenerOptions = {},
): RequestListener => {
  const handle = guarding(handlerOf(server, options), { allowedHosts: options.allowedHosts ?? [] })
  const front = compressed(handle, server, options)
  return (incoming, outgoing) => void answer(front, incoming, outgoing)
}

function handlerOf(server: FakeApiserver, { control = false }: RequestListenerOptions): Handler {
  const controls = control ? controlHandler(server, control === true ? {} : control) : undefined
  return answeringErrors(async request => (await controls?.(request)) ?? server.fetch(request))
}

const compressed = (
  handle: Handler,
  { features }: FakeApiserver,
  { compress }: RequestListenerOptions,
): Handler => (compress ? compressing(handle, { features }) : handle)
