import { once } from 'node:events'
import { request as requestPlain } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { describe, expect } from 'vitest'
import { WebSocket } from 'ws'
import { awaitedLater } from './awaited-later.ts'
import { createPods, createWidget, rvOf } from './objects.ts'
import { type Cluster, rowsOf, type Target } from './target.ts'

const ORIGIN = { origin: 'https://dashboard.example' }
const BEARER = 'base64url.bearer.authorization.k8s.io.'

interface Opening {
  readonly protocols?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** Sends the token in a header. @default true */
  readonly authorized?: boolean
}

function wireOf({ wire }: Cluster): NonNullable<Cluster['wire']> {
  if (!wire) throw new Error('the row must declare the need for a wire')
  return wire
}

const bearerOf = (token: string): string => BEARER + Buffer.from(token).toString('base64url')

/** A socket on a path. Messages that arrive before a listener is added are buffered. */
function openSocket(
  cluster: Cluster,
  path: string,
  opening: Opening = {},
): { socket: WebSocket; messages: string[] } {
  const { url, token } = wireOf(cluster)
  const { protocols = [], headers = ORIGIN, authorized = true } = opening
  const credentials = authorized ? { authorization: `Bearer ${token}` } : {}
  const socket = new WebSocket(url.replace('http', 'ws') + path, [...protocols], {
    headers: { ...headers, ...credentials },
  })
  const messages: string[] = []
  socket.on('message', data => messages.push(String(data)))
  socket.on('error', () => undefined)
  cluster.defer(() => socket.terminate())
  return { socket, messages }
}

/** The status of the response to an upgrade; 101 if the server accepts it. */
function upgrade(cluster: Cluster, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const { url, token } = wireOf(cluster)
  const request = url.startsWith('https:') ? requestSecurely : requestPlain
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { headers: { authorization: `Bearer ${token}`, ...headers } })
    sent.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      resolve(statusCode)
    })
    sent.on('response', ({ statusCode = 0 }) => {
      sent.destroy()
      resolve(statusCode)
    })
    sent.on('error', reject)
    sent.end()
  })
}

const HANDSHAKE = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' }

/** Watches over WebSocket. Pages cannot run these rows, because they cannot set Origin. */
export function describeSockets(target: Target): void {
  const row = rowsOf(target)
  const wired = { needs: ['a wire'] } as const

  describe('watches over WebSocket', () => {
    row(
      'W13: one event per message, equal to its line over HTTP; the server closes with code 1000',
      async cluster => {
        const [first] = await createPods(cluster, 'a')
        const path = `/api/v1/namespaces/${await cluster.namespace()}/pods?watch=1&timeoutSeconds=2`
        const query = `&resourceVersion=${rvOf(first ?? {})}`
        const { socket, messages } = openSocket(cluster, path + query)
        const closed = awaitedLater(once(socket, 'close'))
        await once(socket, 'open')
        socket.send('unread')
        await createPods(cluster, 'b', 'c')
        const lines = awaitedLater(cluster.fetch(path + query).then(response => response.text()))
        await cluster.elapse(2_500)
        const [code] = await closed
        expect(code).toBe(1000)
        expect(messages.map(text => JSON.parse(text).object.metadata.name)).toEqual(['b', 'c'])
        await cluster.elapse(2_500)
        expect(messages.join('')).toBe(await lines)
      },
      wired,
    )

    row(
      'W13: a failure in the stream is a message, and the socket closes',
      async cluster => {
        await createWidget(cluster, 'a')
        const { socket, messages } = openSocket(
          cluster,
          '/apis/protocol.example.com/v1/widgets?watch=1&resourceVersion=1',
        )
        const [code] = await once(socket, 'close')
        expect(code).toBe(1000)
        expect(messages.map(text => JSON.parse(text))).toMatchObject([
          { type: 'ERROR', object: { code: 410 } },
        ])
      },
      wired,
    )

    row(
      'W13: an upgrade without an absolute origin is a 403',
      async cluster => {
        const asked = { connection: 'Upgrade', upgrade: 'websocket', ...HANDSHAKE }
        const path = '/api/v1/pods?watch=1'
        expect(await upgrade(cluster, path, asked)).toBe(403)
        for (const origin of ['', 'null', '127.0.0.1'])
          expect(await upgrade(cluster, path, { ...asked, origin })).toBe(403)
        for (const origin of ['https://evil.example', 'file://'])
          expect(await upgrade(cluster, path, { ...asked, origin })).toBe(101)
      },
      wired,
    )

    row(
      'W15: the upgrade headers are case-insensitive, and may contain other values',
      async cluster => {
        const path = '/api/v1/pods?watch=1'
        const ways = [
          { connection: 'keep-alive, Upgrade', upgrade: 'websocket' },
          { connection: 'upgrade', upgrade: 'WebSocket' },
        ]
        for (const way of ways)
          expect(await upgrade(cluster, path, { ...way, ...HANDSHAKE, ...ORIGIN })).toBe(101)
        const list = { connection: 'Upgrade', upgrade: 'websocket', ...HANDSHAKE, ...ORIGIN }
        expect(await upgrade(cluster, '/api/v1/pods?limit=1', list)).toBe(200)
        const refused = '/api/v1/pods?watch=1&sendInitialEvents=true'
        expect(await upgrade(cluster, refused, list)).toBe(422)
      },
      wired,
    )

    row(
      'W17: the token may be a subprotocol next to exactly one other, which is returned',
      async cluster => {
        const token = bearerOf(wireOf(cluster).token)
        const path = '/api/v1/pods?watch=1'
        for (const protocols of [
          [token, 'any.name'],
          ['any.name', token],
        ]) {
          const { socket } = openSocket(cluster, path, { protocols, authorized: false })
          await once(socket, 'open')
          expect(socket.protocol).toBe('any.name')
        }
        const rejections = [
          [[token], 401],
          [[token, bearerOf('unknown'), 'any.name'], 401],
          [[bearerOf('unknown'), 'any.name'], 401],
          [[token, 'any.name', 'another.name'], 400],
        ] as const
        for (const [protocols, status] of rejections) {
          const { socket } = openSocket(cluster, path, { protocols, authorized: false })
          const [, response] = await once(socket, 'unexpected-response')
          expect([protocols, response.statusCode]).toEqual([protocols, status])
        }
      },
      wired,
    )
  })
}
