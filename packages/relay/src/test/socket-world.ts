import { createKubeClient, type InformerClient, type KubeClientOptions } from '@kube-informer/core'
import {
  createFakeApiserver,
  type FakeApiserver,
  type FakeApiserverOptions,
  FakeClock,
} from '@kube-informer/testing'
import { type RelaySocketOptions, relaySocket } from '../client/relay-socket.ts'
import { SOCKET_PATH, SUBPROTOCOL } from '../socket/protocol.ts'
import { type WebSocketReadersOptions, webSocketReaders } from '../socket/web-socket-readers.ts'
import { type ServerEnd, socketPair } from './socket-pair.ts'

export interface SocketWorldOptions {
  readonly apiserver?: FakeApiserverOptions
  readonly client?: Partial<KubeClientOptions>
  readonly socket?: RelaySocketOptions
  readonly readers?: WebSocketReadersOptions
  /** Whether the server accepts WebSockets. @default true */
  readonly accepts?: boolean
}

/** A fake apiserver that serves sockets with many watches, and a client of it, in virtual time. */
export interface SocketWorld {
  readonly clock: FakeClock
  readonly server: FakeApiserver
  readonly client: InformerClient
  /** The server's ends of all sockets. */
  readonly sockets: readonly ServerEnd[]
  /** Opens a socket without a client; resolves with both ends. */
  raw(headers?: Record<string, string>): Promise<{ client: WebSocket; server: ServerEnd }>
}

const HANDSHAKE = {
  Upgrade: 'websocket',
  Origin: 'https://dashboard.example',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Protocol': SUBPROTOCOL,
}

export function socketWorld({
  apiserver,
  client: more,
  socket,
  readers,
  accepts = true,
}: SocketWorldOptions = {}): SocketWorld {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, ...apiserver })
  const sockets: ServerEnd[] = []
  const upgrade = async (
    pair: ReturnType<typeof socketPair>,
    url: string,
    headers: Record<string, string>,
  ) => {
    const handler = webSocketReaders(
      request => server.fetch(request),
      () => ({ socket: pair.server, response: new Response(null, { headers: { upgraded: 'yes' } }) }),
      { clock, ...readers },
    )
    const response = await handler(new Request(url, { headers }))
    if (!accepts || !response.headers.has('upgraded')) return pair.server.close(1006)
    sockets.push(pair.server)
    pair.open()
  }
  class Socket {
    constructor(url: string) {
      const pair = socketPair()
      void upgrade(pair, url.replace('ws', 'http'), HANDSHAKE)
      // A constructor that returns another object.
      // biome-ignore lint/correctness/noConstructorReturn: stands in for the browser's WebSocket
      return pair.client as unknown as Socket
    }
  }
  const WebSocket = Socket as unknown as NonNullable<RelaySocketOptions['WebSocket']>
  const client = createKubeClient({
    baseUrl: 'http://relay.example',
    fetch: (url, init) => server.fetch(new Request(url, init)),
    webSocket: relaySocket({ WebSocket, clock, ...socket }),
    watchTransport: 'websocket',
    clock,
    ...more,
  })
  const raw: SocketWorld['raw'] = async headers => {
    const pair = socketPair()
    await upgrade(pair, `http://relay.example${SOCKET_PATH}`, { ...HANDSHAKE, ...headers })
    return pair
  }
  return { clock, server, client, sockets, raw }
}
