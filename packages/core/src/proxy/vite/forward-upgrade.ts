import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { type Duplex, pipeline } from 'node:stream'
import { withResolvers } from '../../internal/with-resolvers.ts'
import type { UpgradeHandler } from '../../node/answer-upgrade.ts'
import { badGateway, failure } from '../failure.ts'
import { type ForwardedRequest, forwardedRequest } from '../forwarded-request.ts'
import { proxiedHeaders } from '../proxied-answer.ts'
import type { ProxiedCluster, ProxyHandlerOptions } from '../proxy-options.ts'
import { proxyRejection } from '../proxy-rejection.ts'

/** A cluster that is loaded on demand. */
interface ForwardUpgradeOptions extends ProxyHandlerOptions {
  readonly cluster: () => Promise<ProxiedCluster>
}

/** Those of a handshake, which the two ends agree on. The proxy adds no extension and changes no frame. */
const OF_HANDSHAKE = /^sec-websocket-(?:key|version|extensions|accept)$/
/** A subprotocol with which a browser sends a token: the credentials are those of the proxy. */
const BEARER = /^base64url\.bearer\.authorization\.k8s\.io\./

/** Forwards WebSockets, as the handler of a proxy forwards requests. */
export function forwardUpgrade({ cluster, basePath = '', ...policy }: ForwardUpgradeOptions): UpgradeHandler {
  return async ({ incoming, socket, head, signal }) => {
    const { headers, url = '' } = incoming
    const path = url.slice(basePath.length)
    const rejection = proxyRejection({ path, header: name => textOf(headers[name]) }, policy)
    if (rejection) return failure(rejection.code, rejection.message)
    try {
      const loaded = await cluster()
      const received = Object.entries(headers).map(([name, value]) => [name, textOf(value) ?? ''] as const)
      const target = forwardedRequest(loaded, path, received)
      if ('code' in target) return failure(target.code, target.message)
      const { answer, upstream } = await open(loaded, target, handshakeOf(received, target.url), signal)
      if (!upstream) return refused(answer)
      upstream.write(head)
      socket.write(switching(answer))
      join(upstream, socket)
      join(socket, upstream)
    } catch (error) {
      return badGateway(error)
    }
    return undefined
  }
}

interface Opened {
  readonly answer: IncomingMessage
  /** undefined if the server has refused. */
  readonly upstream?: Duplex
}

type Pairs = ForwardedRequest['headers']

async function open(
  { connectOptions }: ProxiedCluster,
  { url, headers }: ForwardedRequest,
  handshake: Pairs,
  signal: AbortSignal,
): Promise<Opened> {
  const { headers: credentials = [], proxyUrl, ...tls } = (await connectOptions?.()) ?? {}
  if (proxyUrl !== undefined)
    throw new Error('WebSockets are not forwarded through the proxy of a kubeconfig')
  const send = url.startsWith('https:') ? secureRequest : plainRequest
  const { promise, resolve, reject } = withResolvers<Opened>()
  // Node keeps no socket for the next request: this one becomes the WebSocket.
  const sent = send(url, {
    ...tls,
    agent: false,
    signal,
    headers: valuesOf([...headers, ...handshake, ...credentials]),
  })
  sent.on('upgrade', (answer, upstream, head) => {
    upstream.unshift(head)
    resolve({ answer, upstream })
  })
  sent.on('response', answer => resolve({ answer }))
  sent.on('error', reject)
  sent.end()
  return promise
}

/** The headers with which the client asks for a WebSocket. */
function handshakeOf(received: Pairs, url: string): Pairs {
  const protocols = received.find(([name]) => name === 'sec-websocket-protocol')?.[1].split(',')
  const offered = protocols?.map(text => text.trim()).filter(text => !BEARER.test(text)) ?? []
  return [
    ['connection', 'Upgrade'],
    ['upgrade', 'websocket'],
    // An apiserver opens no WebSocket without one.
    ['origin', new URL(url).origin],
    ...received.filter(([name]) => OF_HANDSHAKE.test(name)),
    ...(offered.length > 0 ? [['sec-websocket-protocol', offered.join(', ')] as const] : []),
  ]
}

/** Headers with all values of each. */
function valuesOf(pairs: Pairs): Record<string, string | string[]> {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const key = name.toLowerCase()
    values.set(key, [...(values.get(key) ?? []), value])
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]))
}

/** The head of the response that opens the WebSocket. */
function switching({ headers }: IncomingMessage): string {
  const agreed = Object.entries(headers).filter(
    ([name]) => name === 'sec-websocket-protocol' || OF_HANDSHAKE.test(name),
  )
  const lines = agreed.map(([name, value]) => `${name}: ${textOf(value)}`)
  return [
    'HTTP/1.1 101 Switching Protocols',
    'Connection: Upgrade',
    'Upgrade: websocket',
    ...lines,
    '',
    '',
  ].join('\r\n')
}

/** The answer of a server that opens no WebSocket. Its body is a Status. */
async function refused(answer: IncomingMessage): Promise<Response> {
  const { statusCode = 502, headers } = answer
  const texts = Object.entries(headers).map(([name, value]) => [name, textOf(value) ?? ''] as const)
  const { 'content-length': _, ...kept } = proxiedHeaders(texts)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_STATUS_BYTES) break
    chunks.push(chunk)
  }
  return new Response(Buffer.concat(chunks), { status: statusCode, headers: kept })
}

const MAX_STATUS_BYTES = 65_536

/** An error of one side destroys both. */
const join = (from: Duplex, to: Duplex): void => void pipeline(from, to, () => {})

const textOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.join(', ')
