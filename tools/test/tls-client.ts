import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { type ClientHttp2Session, connect as openSession } from 'node:http2'
import { Agent, type RequestOptions, request } from 'node:https'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'

/** A whole response. */
interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Sends a POST, with the protocol of a client. */
export type Post = (path: string, body?: string | Buffer) => Promise<Answer>

/** A TLS connection that is destroyed after the test. */
export async function tlsTo(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'secureConnect')
  return socket
}

/** The serial number of the certificate that a new connection gets. */
export async function servedSerial(port: number): Promise<string> {
  const socket = await tlsTo(port)
  const { serialNumber } = socket.getPeerCertificate()
  socket.destroy()
  return serialNumber
}

/** A client of HTTP/1.1 with one connection. */
export function http1Client(url: string, options: RequestOptions = {}): Post {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return (path, body = '') =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const outgoing = request(url + path, { method: 'POST', agent, headers, ...options }, async incoming => {
        let text = ''
        for await (const chunk of incoming) text += chunk
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text })
      })
      // A server may answer and close the connection before it has the whole body.
      outgoing.on('error', reject)
      outgoing.end(body)
    })
}

/** A session of HTTP/2 that is closed after the test. */
export async function http2Session(url: string, options: Parameters<typeof openSession>[1] = {}) {
  const session: ClientHttp2Session = openSession(url, { rejectUnauthorized: false, ...options })
  onTestFinished(() => session.destroy())
  session.on('error', () => {})
  await once(session, 'connect')
  return session
}

/** A client of HTTP/2 with one connection. */
export async function http2Client(
  url: string,
  options: Parameters<typeof openSession>[1] = {},
): Promise<Post> {
  const session = await http2Session(url, options)
  return async (path, body = '') => {
    const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/json' })
    let status = 0
    let headers: IncomingHttpHeaders = {}
    stream.on('response', received => {
      headers = received
      status = Number(received[':status'])
    })
    stream.end(body)
    let text = ''
    for await (const chunk of stream) text += chunk
    if (status === 0) throw new Error('no response')
    return { status, headers, text }
  }
}
