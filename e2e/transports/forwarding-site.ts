import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import type { Cluster } from '../../tools/kubernetes/start.ts'
import { createCertificates } from '../../tools/test/certificates.ts'

/** An origin with a page, which forwards all other paths to an apiserver as they are. */
export interface ForwardingSite {
  readonly url: string
  readonly openWatches: number
  close(): Promise<void>
}

/** Headers of one connection, which HTTP/2 does not have. */
const OF_CONNECTION = /^(:.*|host|connection|keep-alive|transfer-encoding|te|upgrade|origin|referer|sec-.*)$/

const passed = (headers: IncomingMessage['headers']): IncomingMessage['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name)))

/** Counts the watches that are open. */
class WatchCount {
  open = 0

  add({ url }: IncomingMessage, outgoing: ServerResponse): void {
    if (!url?.includes('watch=')) return
    this.open++
    outgoing.on('close', () => this.open--)
  }
}

function forwarding({ url, token, ca }: Cluster, html: string, count: WatchCount): RequestListener {
  return (incoming, outgoing) => {
    count.add(incoming, outgoing)
    if (incoming.url === '/page') {
      outgoing.setHeader('content-type', 'text/html; charset=utf-8')
      outgoing.end(html)
      return
    }
    const headers = { ...passed(incoming.headers), authorization: `Bearer ${token}` }
    const sent = request(url + incoming.url, { method: incoming.method, headers, ...(ca && { ca }) })
    sent.on('response', answer => {
      outgoing.writeHead(answer.statusCode ?? 502, passed(answer.headers))
      outgoing.flushHeaders()
      pipeline(answer, outgoing, () => {})
    })
    sent.on('error', () => outgoing.destroy())
    outgoing.on('close', () => sent.destroy())
    incoming.pipe(sent)
  }
}

/** Serves a page and the apiserver over HTTP/1.1, or over HTTP/2 with a certificate that no browser trusts. */
export async function forwardingSite(
  cluster: Cluster,
  html: string,
  protocol: 'http/1.1' | 'h2',
): Promise<ForwardingSite> {
  const count = new WatchCount()
  const handle = forwarding(cluster, html, count)
  const server =
    protocol === 'h2'
      ? createSecureServer((await createCertificates()).server, handle as never)
      : createServer(handle)
  const sockets = new Set<{ destroy(): void }>()
  server.on('connection', (socket: { destroy(): void }) => sockets.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${protocol === 'h2' ? 'https' : 'http'}://127.0.0.1:${port}`,
    get openWatches() {
      return count.open
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
