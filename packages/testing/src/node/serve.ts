import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promises, Readable } from 'node:stream'
import { type ControlHandlerOptions, controlHandler } from '../control/control-handler.ts'
import type { FakeApiserver } from '../fake-apiserver.ts'
import { corsHeaders, isLoopbackOrigin } from './cors.ts'

/** Options of {@link serve}. */
export interface ServeOptions {
  /** @default 0, any free port */
  readonly port?: number
  /** @default '127.0.0.1' */
  readonly host?: string
  /** Offers the server's controls under `/_fake/`, to anybody who can reach the port. @default false */
  readonly control?: boolean | ControlHandlerOptions
}

/** A listening server. */
export interface Serving {
  /** `http://127.0.0.1:41234`, without a slash at the end. */
  readonly url: string
  /** Ends all connections, and resolves when the port is free. */
  close(): Promise<void>
}

type Handler = (request: Request) => Promise<Response>

/**
 * Serves a fake apiserver over real HTTP/1.1, with CORS for pages on loopback origins.
 *
 * @example const { url, close } = await serve(server, { port: 8001, control: true })
 */
export async function serve(
  server: FakeApiserver,
  { port = 0, host = '127.0.0.1', control = false }: ServeOptions = {},
): Promise<Serving> {
  const controls = control ? controlHandler(server, control === true ? {} : control) : undefined
  const handle: Handler = async request => (await controls?.(request)) ?? server.fetch(request)
  const http = createServer((incoming, outgoing) => void answer(handle, incoming, outgoing))
  await listen(http, port, host)
  const { port: bound } = http.address() as AddressInfo
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`, close: () => close(http) }
}

const listen = (http: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, () => {
      http.off('error', reject)
      resolve()
    })
  })

const close = (http: Server): Promise<void> =>
  new Promise(resolve => {
    http.close(() => resolve())
    http.closeAllConnections()
  })

/** Never throws: a broken connection is nobody's fault, and a fault that drops the request breaks it on purpose. */
async function answer(handle: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  try {
    const origin = incoming.headers.origin
    if (incoming.method === 'OPTIONS' && origin && isLoopbackOrigin(origin)) {
      outgoing.writeHead(204, corsHeaders(origin)).end()
      return
    }
    const response = await handle(toRequest(incoming, gone.signal))
    await send(response, outgoing, origin)
  } catch {
    outgoing.destroy()
  }
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headers } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const init: RequestInit & { duplex?: 'half' } = { method, headers: toHeaders(headers), signal }
  if (hasBody) {
    init.body = Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>
    init.duplex = 'half'
  }
  return new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), init)
}

function toHeaders(headers: IncomingMessage['headers']): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) result.append(name, one)
  }
  return result
}

async function send(response: Response, outgoing: ServerResponse, origin: string | undefined): Promise<void> {
  for (const [name, value] of response.headers) outgoing.setHeader(name, value)
  if (origin && isLoopbackOrigin(origin))
    for (const [name, value] of Object.entries(corsHeaders(origin))) outgoing.setHeader(name, value)
  outgoing.writeHead(response.status)
  // A watch that has nothing to say yet is open all the same.
  outgoing.flushHeaders()
  if (!response.body) {
    outgoing.end()
    return
  }
  await promises.pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing)
}
