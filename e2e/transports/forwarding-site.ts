import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import type { Cluster } from '../../tools/kubernetes/start.ts'

/** An origin with a page, which forwards all other paths to an apiserver as they are. */
export interface ForwardingSite {
  readonly url: string
  close(): Promise<void>
}

/** Headers of one connection, and of the page. */
const OF_CONNECTION = /^(host|connection|keep-alive|transfer-encoding|te|upgrade|origin|referer|sec-.*)$/

const passed = (headers: IncomingMessage['headers']): IncomingMessage['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name)))

function forwarding({ url, token, ca }: Cluster, html: string): RequestListener {
  return (incoming, outgoing) => {
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

/** Serves a page and the apiserver over HTTP/1.1. */
export async function forwardingSite(cluster: Cluster, html: string): Promise<ForwardingSite> {
  const server = createServer(forwarding(cluster, html))
  const sockets = new Set<{ destroy(): void }>()
  server.on('connection', (socket: { destroy(): void }) => sockets.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
