import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { HeldTraffic } from './held-traffic.ts'

/** One request of a browser, and the size of the response body as it was transferred. */
export interface CountedRequest {
  readonly method: string
  readonly path: string
  /** The header of that name. */
  readonly authorization: string | undefined
  bytes: number
  /** The code of the response; undefined until it arrives. */
  status: number | undefined
}

/** A proxy that counts. */
export interface CountingProxy {
  readonly url: string
  /** Oldest first. */
  readonly requests: readonly CountedRequest[]
  /** The traffic that is held; none at first. */
  readonly held: HeldTraffic<CountedRequest>
  close(): Promise<void>
}

/**
 * Forwards requests to a server, over HTTPS if its URL says so, and counts them. A proxy sees the requests of every kind of worker, and of the browser
 * itself; Playwright reports those of pages and their own workers.
 */
export async function countingProxy(target: string): Promise<CountingProxy> {
  const requests: CountedRequest[] = []
  const held = new HeldTraffic<CountedRequest>()
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const { authorization } = headers
    const counted: CountedRequest = { method, path, authorization, bytes: 0, status: undefined }
    requests.push(counted)
    await held.released('request', counted)
    forward(new URL(path, target), incoming, outgoing, response => respond(response, outgoing, counted, held))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    held,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function forward(
  url: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  onResponse: (response: IncomingMessage) => void,
): void {
  const { method = 'GET' } = incoming
  // With its own Host and Origin: the policy of the page names the origin by which it was reached.
  const { headers } = incoming
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  // A server closes idle connections. A request that is sent on one at that moment fails, and the browser repeats it.
  const forwarded = request(url, { method, headers, agent: false }, onResponse)
  forwarded.on('error', () => outgoing.destroy())
  outgoing.on('close', () => forwarded.destroy())
  incoming.pipe(forwarded)
}

async function respond(
  response: IncomingMessage,
  outgoing: ServerResponse,
  counted: CountedRequest,
  held: HeldTraffic<CountedRequest>,
): Promise<void> {
  counted.status = response.statusCode
  await held.released('response', counted)
  outgoing.writeHead(response.statusCode ?? 502, response.headers)
  outgoing.flushHeaders()
  const parts = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      counted.bytes += chunk.length
      await held.released('response', counted)
      yield chunk
    }
  }
  // The browser or the server has closed the connection.
  await pipeline(response, parts, outgoing).catch(() => outgoing.destroy())
}
