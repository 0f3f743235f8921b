import {
  createServer,
  type IncomingMessage,
  request as requestOverHttp,
  type ServerResponse,
} from 'node:http'
import { request as requestOverHttps } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'

/** The server that the proxy forwards to. */
export interface Upstream {
  readonly url: string
  readonly token?: string | undefined
  /** PEM of the certificate authority. */
  readonly ca?: string | undefined
}

/** A fault that the proxy injects into one request. */
export type ProxyFault =
  /** The proxy responds with this status, like an overloaded server. */
  | { readonly type: 'refuse'; readonly status: number; readonly retryAfterSeconds?: number }
  /** The proxy rewrites a watch to start at resourceVersion 1. The server replays its history, or sends a 410. */
  | { readonly type: 'first-revision' }
  /** The stream contains an ERROR event and ends. */
  | { readonly type: 'error-event'; readonly code: number }
  /** The connection breaks after this many bytes of the body. */
  | { readonly type: 'cut'; readonly afterBytes: number }
  /** The connection breaks before any response. */
  | { readonly type: 'hang-up' }
  /** Each chunk of the body contains bytes that are not JSON. */
  | { readonly type: 'garble' }
  /** The connection stays open, but the body is never sent. */
  | { readonly type: 'silence' }
  /** The body is sent in chunks of this many bytes. */
  | { readonly type: 'pieces'; readonly bytes: number }

interface Rule {
  readonly fault: ProxyFault
  readonly watch: boolean
  left: number
}

/** A proxy that injects the same faults in front of a fake and a real apiserver. */
export class FaultProxy {
  readonly #upstream: Upstream
  readonly #server = createServer((incoming, outgoing) => this.#answer(incoming, outgoing))
  readonly #sockets = new Set<Socket>()
  readonly #watches = new Set<ServerResponse>()
  readonly #rules: Rule[] = []

  constructor(upstream: Upstream) {
    this.#upstream = upstream
    this.#server.on('connection', socket => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', () => resolve()))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    this.cut()
    return new Promise(resolve => this.#server.close(() => resolve()))
  }

  /** Injects a fault into the next watches, or into the next other requests. */
  next(fault: ProxyFault, { watch, times = 1 }: { readonly watch: boolean; readonly times?: number }): void {
    this.#rules.push({ fault, watch, left: times })
  }

  /** Breaks all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Ends all watches like a server. */
  endWatches(): void {
    for (const watch of this.#watches) watch.end()
  }

  /** Whether all faults have been injected. */
  get isDone(): boolean {
    return this.#rules.every(({ left }) => left === 0)
  }

  get openWatches(): number {
    return this.#watches.size
  }

  #answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const url = new URL(incoming.url ?? '/', 'http://proxy')
    const watch = ['1', 'true'].includes(url.searchParams.get('watch') ?? '')
    const fault = this.#faultFor(watch)
    if (fault?.type === 'refuse') refuse(outgoing, fault.status, fault.retryAfterSeconds)
    else if (fault?.type === 'error-event') sendError(outgoing, fault.code)
    else if (fault?.type === 'hang-up') incoming.socket.destroy()
    else {
      if (fault?.type === 'first-revision') url.searchParams.set('resourceVersion', '1')
      this.#forward(incoming, outgoing, url, watch, fault)
    }
  }

  #faultFor(watch: boolean): ProxyFault | undefined {
    const rule = this.#rules.find(one => one.watch === watch && one.left > 0)
    if (rule) rule.left--
    return rule?.fault
  }

  #forward(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { pathname, search }: URL,
    watch: boolean,
    fault: ProxyFault | undefined,
  ): void {
    const { url, token, ca } = this.#upstream
    const { host: _host, 'accept-encoding': _encoding, ...headers } = incoming.headers
    const options = {
      method: incoming.method,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(ca ? { ca } : {}),
    }
    const send = url.startsWith('https:') ? requestOverHttps : requestOverHttp
    const request = send(`${url}${pathname}${search}`, options, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, withoutLength(answer.headers))
      outgoing.flushHeaders()
      if (watch) this.#watches.add(outgoing)
      answer.on('data', (chunk: Buffer) => pass(chunk, outgoing, fault))
      answer.on('end', () => outgoing.end())
      answer.on('error', () => outgoing.destroy())
    })
    request.on('error', () => outgoing.destroy())
    outgoing.on('close', () => {
      this.#watches.delete(outgoing)
      request.destroy()
    })
    incoming.pipe(request)
  }
}

function pass(chunk: Buffer, outgoing: ServerResponse, fault: ProxyFault | undefined): void {
  if (fault?.type === 'cut') {
    outgoing.write(chunk.subarray(0, fault.afterBytes), () => outgoing.destroy())
  } else if (fault?.type === 'pieces') {
    for (let start = 0; start < chunk.length; start += fault.bytes) {
      outgoing.write(chunk.subarray(start, start + fault.bytes))
    }
  } else if (fault?.type === 'garble') {
    outgoing.write(chunk.toString('utf8').replaceAll('"type":', '"type";'))
  } else if (fault?.type !== 'silence') {
    outgoing.write(chunk)
  }
}

function refuse(outgoing: ServerResponse, code: number, retryAfterSeconds: number | undefined): void {
  const retry = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  outgoing.writeHead(code, { 'content-type': 'application/json', ...retry })
  outgoing.end(JSON.stringify(failure(code)))
}

function sendError(outgoing: ServerResponse, code: number): void {
  outgoing.writeHead(200, { 'content-type': 'application/json' })
  outgoing.end(`${JSON.stringify({ type: 'ERROR', object: failure(code) })}\n`)
}

function failure(code: number): object {
  const message = 'the proxy is in the way'
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code }
}

function withoutLength(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  const {
    'content-length': _length,
    'transfer-encoding': _encoding,
    connection: _connection,
    ...rest
  } = headers
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >
}
