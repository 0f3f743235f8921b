import { pods, services } from '@kube-informer/core/resources'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { stubWorkerd } from '../test/memory-objects.ts'
import type { DurableNamespace } from './durable-object.ts'
import { isLeaf, type NodeAddress, objectName, parentAddress, takeAddress } from './node-address.ts'
import { type RelayRoutes, routeToRelay, stopRelay } from './route-to-relay.ts'
import { leafOf, nodeName } from './tree.ts'
import { uncompressed } from './uncompressed.ts'
import { autoResponse, openWebSocket, workerdUpgrade } from './workerd-upgrade.ts'

afterEach(() => void vi.unstubAllGlobals())

/** The objects of a relay, and the requests that each has received. */
function objectsThat(answer: (request: Request) => Response = () => new Response('ok')) {
  const received: { readonly name: string; readonly address: NodeAddress; readonly path: string }[] = []
  const objects: DurableNamespace = {
    idFromName: name => ({ name, equals: () => true }) as never,
    get: id => ({
      fetch: async (request: Request) => {
        const taken = takeAddress(request)
        if (!taken) throw new Error('the request has no address')
        const { pathname } = new URL(request.url)
        received.push({
          name: (id as unknown as { name: string }).name,
          address: taken.address,
          path: pathname,
        })
        return answer(taken.request)
      },
    }),
  }
  return { objects, received }
}
const ask = (routes: RelayRoutes, headers: Record<string, string> = {}, path = '/api/v1/pods') =>
  routeToRelay(new Request(`https://relay.example${path}`, { headers }), routes)

describe('a reader', () => {
  /** Another hash would move all readers with an update, and each would list again. */
  test.each([
    ['', 1, 67_404],
    ['alice', 9, 64_337],
    ['reader-1', 1, 78_444],
    ['ÿ漢', 11, 74_902],
  ])('%j has the same leaf in each version: %d of 20, %d of 100,000', (reader, index, ofMany) => {
    expect(leafOf(reader, 20)).toEqual({ level: 0, index })
    expect(leafOf(reader, 100_000)).toEqual({ level: 0, index: ofMany })
  })

  test('has the leaf of its token, in a header or a subprotocol', async () => {
    const { objects, received } = objectsThat()
    const leaf = ` ${nodeName(leafOf('alice', 20))} `
    const bearer = `base64url.bearer.authorization.k8s.io.${btoa('alice').replaceAll('=', '')}`
    await ask({ objects, leaves: 20 }, { Authorization: 'Bearer alice' })
    await ask({ objects, leaves: 20 }, { 'Sec-WebSocket-Protocol': `${bearer}, base64.binary.k8s.io` })
    await ask({ objects, leaves: 20, readerOf: () => 'alice' }, { Authorization: 'Bearer bob' })
    expect(received.map(({ name }) => name)).toEqual([leaf, leaf, leaf])
    await ask({ objects, leaves: 20 })
    expect(received.at(-1)?.name).toBe(` ${nodeName(leafOf('', 20))} `)
  })

  test('of one leaf, in a cluster without a name, with a fanout of 32, is the default', async () => {
    const { objects, received } = objectsThat()
    await ask({ objects })
    await ask({ objects, cluster: 'c', leaves: 1, fanout: 2 })
    const leaf = { level: 0, index: 0 }
    expect(received.map(({ address }) => address)).toEqual([
      { cluster: '', leaves: 1, fanout: 32, node: leaf, resource: '' },
      { cluster: 'c', leaves: 1, fanout: 2, node: leaf, resource: '' },
    ])
  })

  test.each([{ leaves: 0 }, { leaves: Number.NaN }, { fanout: 1 }])(
    'cannot be routed with %j',
    async shape => {
      const { objects } = objectsThat()
      await expect(ask({ objects, ...shape })).rejects.toThrow('at least one leaf, and a fanout of two')
    },
  )

  test('cannot use the paths between objects', async () => {
    const { objects, received } = objectsThat()
    const answers = await Promise.all(['/.relay/stop', '/.relay/'].map(path => ask({ objects }, {}, path)))
    expect([answers.map(({ status }) => status), received]).toEqual([[404, 404], []])
    expect((await ask({ objects }, {}, '/.relayed')).status).toBe(200)
  })

  test('that leaves has the reason of its signal, and no Status', async () => {
    const stopping = new AbortController()
    const objects: DurableNamespace = {
      idFromName: () => ({ equals: () => true }),
      get: () => ({ fetch: () => Promise.reject(new Error('reset')) }),
    }
    stopping.abort(new Error('left'))
    const request = new Request('https://relay.example/api/v1/pods', { signal: stopping.signal })
    await expect(routeToRelay(request, { objects })).rejects.toThrow('left')
  })
})

describe('an address', () => {
  const address = (node: NodeAddress['node'], resource = ''): NodeAddress => ({
    ...{ cluster: 'c', leaves: 3, fanout: 2, node, resource },
  })

  test('is that of an object, with the name of its cluster and resource', () => {
    const [leaf, branch, root] = [
      address({ level: 0, index: 2 }),
      address({ level: 1, index: 1 }, 'v1/pods'),
      address('root', 'v1/pods'),
    ]
    expect([leaf, branch, root].map(objectName)).toEqual([
      'c leaf-2 ',
      'c branch-1-1 v1/pods',
      'c root v1/pods',
    ])
    expect([leaf, branch, root].map(isLeaf)).toEqual([true, false, false])
    expect(parentAddress(leaf, 'v1/pods')).toEqual(branch)
    expect(parentAddress(branch, 'v1/pods')).toEqual(root)
    expect(parentAddress(root, 'v1/pods')).toBeUndefined()
  })

  test('is taken from a request, which does not have it afterwards', () => {
    expect(takeAddress(new Request('https://x'))).toBeUndefined()
    const text = JSON.stringify(address('root'))
    const headers = { 'kube-informer-relay': text, Accept: 'a' }
    const taken = takeAddress(new Request('https://x', { headers }))
    expect([taken?.address, Object.fromEntries(taken?.request.headers ?? [])]).toEqual([
      address('root'),
      { accept: 'a' },
    ])
  })

  test('of a client is replaced', async () => {
    const { objects, received } = objectsThat()
    await ask({ objects }, { 'kube-informer-relay': JSON.stringify(address('root')) })
    expect(received[0]?.address.cluster).toBe('')
  })
})

describe('a relay that is stopped', () => {
  test('has its leaves stopped once, and its other objects for each resource', async () => {
    const { objects, received } = objectsThat(() => new Response(null, { status: 204 }))
    await stopRelay({ objects, leaves: 3, fanout: 2 }, [pods, services])
    expect(received.map(({ name }) => name)).toEqual([
      ...[' leaf-0 ', ' leaf-1 ', ' leaf-2 '],
      ...[' branch-1-0 v1/pods', ' branch-1-0 v1/services', ' branch-1-1 v1/pods', ' branch-1-1 v1/services'],
      ...[' root v1/pods', ' root v1/services'],
    ])
    expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/.relay/stop']))
  })

  test('says which answer it got in place of that', async () => {
    const { objects } = objectsThat(() => new Response('no', { status: 500 }))
    await expect(stopRelay({ objects }, [pods])).rejects.toThrow(
      'an object of the relay could not be stopped: 500',
    )
  })
})

describe('workerd', () => {
  test('opens WebSockets with their protocol, and answers pings', async () => {
    const sockets = stubWorkerd()
    const accept = vi.fn()
    const { socket, response } = openWebSocket('p')
    expect([socket, response.headers.get('Sec-WebSocket-Protocol')]).toEqual([sockets[0], 'p'])
    expect(openWebSocket(undefined).response.headers.has('Sec-WebSocket-Protocol')).toBe(false)
    const proto = Object.getPrototypeOf(socket) as { accept(): void }
    vi.spyOn(proto, 'accept').mockImplementation(accept)
    const upgraded = await workerdUpgrade(new Request('https://x'), 'p')
    expect([upgraded.socket, accept.mock.calls.length]).toEqual([sockets[2], 1])
    expect(autoResponse('ping', 'pong')).toEqual({ texts: ['ping', 'pong'] })
  })

  test('is required for WebSockets; elsewhere nothing answers pings', () => {
    expect(() => openWebSocket('p')).toThrow('a RelayObject runs in workerd only')
    expect(autoResponse('ping', 'pong')).toBeUndefined()
  })
})

test('a response that must not be transformed names its encoding, any other is the same', () => {
  const plain = new Response('a', { headers: { 'Cache-Control': 'no-store' } })
  expect([uncompressed(plain), uncompressed(new Response('a')).headers.has('Content-Encoding')]).toEqual([
    plain,
    false,
  ])
  const fixed = uncompressed(
    new Response('a', { status: 201, headers: { 'Cache-Control': 'private, no-transform' } }),
  )
  expect([fixed.status, fixed.headers.get('Content-Encoding')]).toEqual([201, 'identity'])
})
