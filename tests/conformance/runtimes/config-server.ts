import { createServer, type Server } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { TLSSocket } from 'node:tls'
import type { FakeApiserver } from '@kube-informer/testing'
import type { Certificates } from '../../../tools/test/certificates.ts'

/** One request as received. */
export interface Arrival {
  /** The first segment of the path, which identifies the case of a test. */
  readonly label: string
  readonly protocol: string
  /** The common name of the verified client certificate. */
  readonly certificate: string | undefined
  readonly authorization: string | undefined
  /** The values of the impersonation headers, one for each header line. */
  readonly groups: readonly string[]
  /** The number of the connection. */
  readonly connection: number
}

/** A listening apiserver over TLS. */
export interface SecureServing {
  readonly url: string
  readonly arrivals: readonly Arrival[]
  close(): Promise<void>
}

export const TOKEN = 'conformance-token'

/** Serves clients with a certificate or the token over TLS, with HTTP/2 and HTTP/1.1. */
export async function serveSecurely(
  server: FakeApiserver,
  { authority, server: own }: Certificates,
): Promise<SecureServing> {
  const arrivals: Arrival[] = []
  const sockets: Socket[] = []
  const tls = { ...own, ca: authority, requestCert: true, rejectUnauthorized: false, allowHTTP1: true }
  const front = createSecureServer(tls, async (incoming, outgoing) => {
    const arrival = { ...arrivalOf(incoming), connection: incoming.socket.remotePort ?? 0 }
    arrivals.push(arrival)
    const known = arrival.certificate?.startsWith('admin') || arrival.authorization === `Bearer ${TOKEN}`
    await send(known ? await server.fetch(await requestOf(incoming, outgoing)) : UNAUTHORIZED(), outgoing)
  })
  front.on('secureConnection', (socket: TLSSocket) => sockets.push(socket))
  front.listen(0, '127.0.0.1')
  await new Promise(resolve => front.once('listening', resolve))
  const { port } = front.address() as AddressInfo
  const close = () =>
    new Promise<void>(resolve => {
      front.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return { url: `https://127.0.0.1:${port}`, arrivals, close }
}

const UNAUTHORIZED = () =>
  Response.json(
    { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Unauthorized', code: 401 },
    { status: 401 },
  )

function arrivalOf({
  url,
  httpVersion,
  socket,
  headers,
  rawHeaders,
}: Http2ServerRequest): Omit<Arrival, 'connection'> {
  const { authorized, getPeerCertificate } = socket as TLSSocket
  const groups = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && name.toLowerCase() === 'impersonate-group' ? [rawHeaders[index + 1] ?? ''] : [],
  )
  return {
    label: url.split('/')[1] ?? '',
    protocol: httpVersion,
    certificate: authorized ? String(getPeerCertificate.call(socket).subject.CN) : undefined,
    authorization: headers.authorization,
    groups,
  }
}

async function requestOf(incoming: Http2ServerRequest, outgoing: Http2ServerResponse): Promise<Request> {
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort())
  const headers = Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':'))
  const path = incoming.url.replace(/^\/[^/]+/, '')
  return new Request(`https://kubernetes.test${path}`, {
    method: incoming.method,
    headers: headers.map(([name, value]) => [name, String(value)] as [string, string]),
    signal: gone.signal,
  })
}

async function send(response: Response, outgoing: Http2ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (!response.body) return void outgoing.end()
  const body = Readable.fromWeb(response.body as NodeStream)
  body.on('error', () => outgoing.end())
  outgoing.on('close', () => body.destroy())
  body.pipe(outgoing)
}

/** A tunneling proxy. */
export interface Proxying {
  readonly url: string
  /** The requested targets and credentials. */
  readonly tunnels: readonly { readonly target: string; readonly authorization: string | undefined }[]
  close(): Promise<void>
}

/** Serves the method CONNECT; every host name leads to this machine. */
export async function serveProxy(): Promise<Proxying> {
  const tunnels: { target: string; authorization: string | undefined }[] = []
  const sockets = new Set<Socket>()
  const proxy: Server = createServer()
  proxy.on('connect', ({ url = '', headers }, socket: Socket) => {
    tunnels.push({ target: url, authorization: headers['proxy-authorization'] })
    const { port } = new URL(`http://${url}`)
    const upstream = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(upstream).pipe(socket)
    })
    for (const end of [socket, upstream]) {
      sockets.add(end)
      end.on('error', () => {})
    }
  })
  proxy.listen(0, '127.0.0.1')
  await new Promise(resolve => proxy.once('listening', resolve))
  const { port } = proxy.address() as AddressInfo
  const close = () =>
    new Promise<void>(resolve => {
      proxy.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return { url: `http://me:secret@127.0.0.1:${port}`, tunnels, close }
}
