import {
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'

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
  close(): Promise<void>
}

/**
 * Forwards requests to a server, over HTTPS if its URL says so, and counts them. A proxy sees the requests of every kind of worker, and of the browser
 * itself; Playwright reports those of pages and their own workers.
 */
export async function countingProxy(target: string): Promise<CountingProxy> {
  const requests: CountedRequest[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const { authorization } = headers
    const counted: CountedRequest = { method, path, authorization, bytes: 0, status: undefined }
    requests.push(counted)
    forward(new URL(path, target), incoming, outgoing).on('response', response => {
      counted.status = response.statusCode
      response.on('data', (chunk: Uint8Array) => {
        counted.bytes += chunk.length
      })
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function forward(url: URL, incoming: IncomingMessage, outgoing: ServerResponse): ClientRequest {
  const { method = 'GET', headers } = incoming
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  const forwarded = request(url, { method, headers: { ...headers, host: url.host } }, response => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    outgoing.flushHeaders()
    response.pipe(outgoing)
  })
  forwarded.on('error', () => outgoing.destroy())
  outgoing.on('close', () => forwarded.destroy())
  incoming.pipe(forwarded)
  return forwarded
}
