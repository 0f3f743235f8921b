import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Certified, createAuthority } from '../../../../tools/test/certificates.ts'
import { HttpServer, type HttpServerOptions } from '../node/http-server.ts'

export { http2Session, tlsTo } from '../../../../tools/test/tls-client.ts'

let shared: Promise<Certified> | undefined

/** A key and a certificate for 127.0.0.1. */
const certified = (): Promise<Certified> => {
  shared ??= createAuthority().then(authority => authority.signServer())
  return shared
}

/** A server that listens until the end of the test. */
export async function startServer(options: Partial<HttpServerOptions> = {}) {
  const server = new HttpServer({ handler: () => new Response('ok'), ...options })
  const port = await server.listen({ host: '127.0.0.1' })
  let closing: Promise<boolean> | undefined
  const close = (graceMs = 0) => {
    closing ??= server.close(graceMs)
    return closing
  }
  onTestFinished(() => void close())
  return { server, port, url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`, close }
}

/** The same with TLS. */
export const startTlsServer = async (options: Partial<HttpServerOptions> = {}) =>
  startServer({ tls: await certified(), ...options })

/** A TCP connection that is destroyed after the test. */
export async function tcpTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Everything a server sends until it closes the connection. */
export async function received(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', chunk => {
    text += chunk
  })
  // It may end by a reset, which is an error of the socket.
  await new Promise<void>(resolve => socket.once('close', () => resolve()))
  return text
}
