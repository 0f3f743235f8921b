import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { ProtocolError } from '../../api/errors.ts'
import { defineResource } from '../../api/resource.ts'
import { type Answer, clientAnswering, errorOf, json } from '../../test/answering-client.ts'
import { createKubeClient } from '../kube-client.ts'
import { webSocketWatch } from '../watches/websocket-watch.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const at = { namespace: 'n', name: 'a' }
const pod = { metadata: at }
const to =
  (location: string, status = 307): Answer =>
  () =>
    new Response(null, { status, headers: { location } })

describe('a redirect within the origin', () => {
  test.each(['/moved', 'https://cluster.example/moved', '../../moved'])(
    'to %s is followed',
    async location => {
      const { client, sent } = clientAnswering([to(location, 302), json({ kind: 'Pod' })], {
        getToken: () => 'token-12',
      })
      await client.request('/a/b/c')
      expect(sent.map(({ url }) => url.pathname)).toEqual(['/a/b/c', expect.stringContaining('/moved')])
      expect(sent[1]?.headers.get('authorization')).toBe('Bearer token-12')
    },
  )

  test('of a write is followed with its method and body, if it has to be kept', async () => {
    const { client, sent } = clientAnswering([to('/moved', 308), json({})])
    await client.create(pods, pod)
    expect(sent[1]).toMatchObject({ method: 'POST', body: sent[0]?.body })
    const refused = clientAnswering([to('/moved', 302), json({})])
    expect(await errorOf(refused.client.create(pods, pod))).toBeInstanceOf(ProtocolError)
    expect(refused.sent).toHaveLength(1)
  })

  test('is followed five times', async () => {
    const { client, sent } = clientAnswering([to('/again')])
    const error = await errorOf(client.get(pods, at))
    expect(String(error)).toMatch(/^ProtocolError: get pods "a" in namespace "n": more than 5 redirects$/)
    expect(sent).toHaveLength(6)
  })
})

describe('any other redirect is refused', () => {
  test.each([
    ['https://evil.example/token-12/x?y=z', 'https://evil.example'],
    ['//evil.example', 'https://evil.example'],
    ['http://cluster.example/', 'http://cluster.example'],
    ['https://cluster.example:8443/', 'https://cluster.example:8443'],
    ['https://token-12.evil.example/', 'https://….evil.example'],
    ['/login?token=token-12', 'https://cluster.example'],
    ['https://', 'a URL that cannot be checked'],
    ['data:application/json,{}', 'null'],
  ])('%s', async (location, named) => {
    const { client, sent } = clientAnswering([to(location), json({})], { getToken: () => 'token-12' })
    const error = await errorOf(client.get(pods, at))
    expect(error).toBeInstanceOf(ProtocolError)
    expect(String(error)).toContain(`the server redirects a GET to ${named}, which is not followed`)
    expect(String(error)).not.toContain('token-12')
    expect(sent).toHaveLength(1)
  })

  test('whose target a browser hides', async () => {
    const hidden = Object.defineProperties(new Response(), {
      ...{ type: { value: 'opaqueredirect' }, status: { value: 0 }, ok: { value: false } },
      url: { value: 'https://cluster.example/api/v1/pods' },
    })
    const { client } = clientAnswering([() => hidden])
    expect(String(await errorOf(client.list(pods)))).toMatch(/a URL that cannot be checked/)
  })

  test('that a custom fetch has followed', async () => {
    const followed = Object.defineProperties(new Response('{"items":[],"metadata":{}}'), {
      redirected: { value: true },
      url: { value: 'https://evil.example/' },
    })
    const { client } = clientAnswering([() => followed])
    expect(String(await errorOf(client.list(pods)))).toMatch(/redirects a GET to https:\/\/evil\.example,/)
  })
})

describe('over real connections', () => {
  const servers: Server[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  })

  /** Starts a server on a port of its own. Its requests and upgrades are recorded, and redirected if there is a target. */
  async function serve(target?: string): Promise<{ url: string; received: IncomingMessage[] }> {
    const received: IncomingMessage[] = []
    const server = createServer((request, response) => {
      received.push(request)
      if (target) response.writeHead(307, { location: target + request.url }).end()
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"metadata":{},"items":[{}]}')
    })
    server.on('upgrade', (request, socket) => {
      received.push(request)
      socket.end(
        target
          ? `HTTP/1.1 307 Moved\r\nlocation: ${target}${request.url}\r\n\r\n`
          : 'HTTP/1.1 400 No\r\n\r\n',
      )
    })
    servers.push(server)
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
  }

  test('nothing arrives at another origin: no read, write, watch or WebSocket', async () => {
    const foreign = await serve()
    const home = await serve(foreign.url)
    const client = createKubeClient({
      baseUrl: home.url,
      getToken: () => 'token-12',
      headers: { 'impersonate-user': 'jane' },
      webSocket: webSocketWatch(),
      watchTransport: 'websocket',
    })
    const calls = [client.list(pods), client.create(pods, pod), client.watch(pods)]
    for (const error of await Promise.all(calls.map(errorOf)))
      expect(String(error)).toContain(`to ${foreign.url}, which is not followed`)
    expect(home.received).toHaveLength(4)
    expect(foreign.received).toEqual([])
  })
})
