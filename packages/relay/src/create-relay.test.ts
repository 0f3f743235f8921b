import { inspect } from 'node:util'
import { createMemoryBodyStore } from '@kube-informer/cacher'
import { createKubeClient, createListWatch, SharedIndexInformer, sleep } from '@kube-informer/core'
import { namespaces, nodes, roleBindings, secrets } from '@kube-informer/core/resources'
import { configMaps, pods } from '@kube-informer/testing'
import { afterEach, expect, test } from 'vitest'
import { RelayRig, type RigOptions, startRelay, statusOf } from './test/relay-rig.ts'
import { WatchReader } from './test/watch-reader.ts'

let rig: RelayRig | undefined
afterEach(async () => {
  await rig?.stop()
  await rig?.clock.settle()
  expect([rig?.clock.pendingTimers, rig?.server.openWatches]).toEqual(rig ? [0, 0] : [undefined, undefined])
  rig = undefined
})

const start = async (options?: RigOptions): Promise<RelayRig> => {
  rig = await startRelay(options)
  return rig
}
const PODS = '/api/v1/pods'
const ALL = `${PODS}?resourceVersion=0`
const WATCH = `${PODS}?watch=1&resourceVersion=0`

const pod = (name: string, namespace = 'default', labels: Record<string, string> = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace, labels },
})

test('a list, a get and a watch are those of the upstream', async () => {
  const world = await start()
  const direct = (path: string) =>
    world.server.fetch(`http://x${path}`, { headers: { authorization: 'Bearer token-of-alice' } })
  const upstream = await (await direct(PODS)).text()
  for (const path of [PODS, ALL]) expect(await (await world.get(path)).text()).toBe(upstream)
  const { items } = JSON.parse(upstream)
  const { namespace, name } = items[0].metadata
  const path = `/api/v1/namespaces/${namespace}/pods/${name}`
  expect(await (await world.get(path)).text()).toBe(await (await direct(path)).text())
  const selected = `${PODS}?fieldSelector=spec.nodeName%3D${items[0].spec.nodeName}&resourceVersion=0`
  expect(await (await world.get(selected)).text()).toBe(await (await direct(selected)).text())
  const table = { headers: { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } }
  const cells = async (response: Promise<Response>) =>
    ((await (await response).json()) as { rows: { cells: unknown[] }[] }).rows.map(row => row.cells)
  const authorization = { authorization: 'Bearer token-of-alice' }
  expect(await cells(world.get(ALL, table))).toEqual(
    await cells(world.server.fetch(`http://x${ALL}`, { headers: { ...table.headers, ...authorization } })),
  )
})

test('a cluster-scoped resource has no path in a namespace, where other rights apply', async () => {
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } }
  const world = await start({ resources: [nodes, pods], objects: [node, pod('p')] })
  // As the admin of one namespace.
  world.allows = ({ namespace }) => namespace === 'default'
  const paths = ['', '/a', '?resourceVersion=0', '?watch=1', '?watch=1&resourceVersion=0']
  for (const path of paths)
    expect((await statusOf(world.get(`/api/v1/namespaces/default/nodes${path}`)))[0]).toBe(404)
  expect((await statusOf(world.get(`/api/v1/watch/namespaces/default/nodes/a`)))[0]).toBe(404)
  expect((await statusOf(world.get('/api/v1/nodes')))[0]).toBe(403)
  world.allows = () => true
  expect((await world.get('/api/v1/nodes/a')).status).toBe(200)
  expect((await statusOf(world.get('/api/v1/pods/p')))[0]).toBe(404)
})

test('a namespace is authorized in itself, as by an apiserver', async () => {
  const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  const world = await start({ resources: [namespaces], objects: [namespace('mine'), namespace('other')] })
  world.allows = ({ namespace }) => namespace === 'mine'
  const codes = async (path: string) => (await world.get(path)).status
  expect([await codes('/api/v1/namespaces/mine'), await codes('/api/v1/namespaces/other')]).toEqual([
    200, 403,
  ])
  expect(await codes('/api/v1/namespaces')).toBe(403)
})

test('a relay without rights says what the apiserver refuses, and reports the errors', async () => {
  const errors: [task: string, message: string][] = []
  const onError = (error: unknown, task: string) => void errors.push([task, String(error)])
  const missing: string[] = []
  const wrap: RigOptions['wrap'] = send => (url, init) => {
    const isRefused = missing.some(plural => url.includes(plural))
    const rejection = { kind: 'Status', apiVersion: 'v1', code: 403, reason: 'Forbidden', message: 'no' }
    return isRefused ? Promise.resolve(Response.json(rejection, { status: 403 })) : send(url, init)
  }
  const world = await start({ onError, wrap, access: { watchRbac: true } })
  missing.push('tokenreviews')
  expect(await statusOf(world.get(ALL))).toEqual([
    503,
    'the relay cannot authenticate readers now: the apiserver answers its review with 403',
  ])
  missing.splice(0, 1, 'subjectaccessreviews', 'pods', 'clusterroles')
  expect((await statusOf(world.get(ALL)))[1]).toContain('authorize readers now')
  world.server.dropWatches()
  await world.clock.advance(60_000)
  const tasks = errors.map(([task]) => task)
  for (const task of ['authenticate readers', 'authorize readers', 'watch RBAC', 'watch v1/pods'])
    expect(tasks).toContain(task)
  expect(errors.flat().join()).not.toContain('token-of')
})

test('a token of a reader that the apiserver quotes is not reported', async () => {
  const errors: unknown[] = []
  const wrap: RigOptions['wrap'] = send => async (url, init) =>
    url.includes('tokenreviews')
      ? new Response(`failed to decode ${String(init?.body)}`, { status: 500 })
      : send(url, init)
  const world = await start({ onError: error => errors.push(error), wrap })
  expect((await world.get(ALL)).status).toBe(503)
  expect(errors.length).toBeGreaterThan(0)
  const text = inspect(errors, { depth: 20 })
  expect(text).toContain('failed to decode')
  expect(text).not.toContain('token-of-alice')
})

test('events arrive in windows, and readers of one view get the same bytes', async () => {
  const world = await start()
  const readers = await Promise.all(
    Array.from(
      { length: 5 },
      async () => new WatchReader(await world.get(`${PODS}?watch=1&resourceVersion=${world.server.rv}`)),
    ),
  )
  for (const name of ['a', 'b', 'c']) world.server.create(pod(name))
  await world.clock.advance(49)
  expect(readers.map(({ lines }) => lines)).toEqual([[], [], [], [], []])
  world.server.create(pod('d'))
  await world.clock.advance(1)
  const [first] = readers
  for (const reader of readers) {
    expect(reader.lines).toEqual(['ADDED a', 'ADDED b', 'ADDED c', 'ADDED d'])
    expect(reader.chunks).toHaveLength(1)
    expect(reader.chunks[0]).toBe(first?.chunks[0])
  }
  for (const reader of readers) await reader.cancel()
})

test('a reader without valid credentials receives a 401, one without access a 403', async () => {
  const world = await start()
  expect(await statusOf(world.get(PODS, { as: 'unknown' }))).toEqual([401, 'Unauthorized'])
  expect(await statusOf(world.get(PODS, { as: '' }))).toEqual([401, 'Unauthorized'])
  world.allows = ({ namespace }) => namespace === 'a'
  expect(await statusOf(world.get(PODS))).toEqual([
    403,
    'pods is forbidden: User "alice" cannot list resource "pods" in API group "" at the cluster scope',
  ])
  expect((await world.get('/api/v1/namespaces/a/pods')).status).toBe(200)
})

test('no answer crosses identities, also not a cached list', async () => {
  const world = await start()
  world.allows = ({ user }) => user === 'alice'
  expect((await world.get(ALL)).status).toBe(200)
  expect((await world.get(ALL, { as: 'bob' })).status).toBe(403)
  const reads = await Promise.all([world.get(PODS), world.get(PODS, { as: 'bob' }), world.get(PODS)])
  expect(reads.map(({ status }) => status)).toEqual([200, 403, 200])
})

test('a revoked reader is cut off with an ERROR event at the next check', async () => {
  const world = await start()
  const watch = new WatchReader(await world.get(WATCH))
  await world.clock.advance(59_000)
  expect([watch.lines.length, watch.isOver]).toEqual([3, false])
  world.allows = () => false
  await world.clock.advance(1000)
  expect([watch.lines.at(-1), watch.isOver]).toEqual(['ERROR 403', true])

  world.allows = () => true
  await world.clock.advance(10_000)
  const other = new WatchReader(await world.get(WATCH))
  world.users.delete('alice')
  await world.clock.advance(60_000)
  expect([other.lines.at(-1), other.isOver]).toEqual(['ERROR 401', true])
})

test('where RBAC is watched, a change ends the watches of revoked readers at once, and no others', async () => {
  const world = await start({ access: { watchRbac: true } })
  const [alice, bob] = [
    new WatchReader(await world.get(WATCH)),
    new WatchReader(await world.get(WATCH, { as: 'bob' })),
  ]
  const binding = world.server.create(
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'readers', namespace: 'default' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
    },
    roleBindings,
  )
  await world.clock.advance(100)
  expect([alice.isOver, bob.isOver]).toEqual([false, false])
  world.allows = ({ user }) => user !== 'alice'
  world.server.delete(binding, roleBindings)
  await world.clock.advance(1000)
  expect([alice.lines.at(-1), alice.isOver, bob.isOver]).toEqual(['ERROR 403', true, false])
  expect((await world.get(WATCH)).status).toBe(403)
  // The authorizer of the apiserver may be older than the watch.
  world.server.create(pod('later'))
  world.server.create({ ...binding, metadata: { name: 'more', namespace: 'default' } }, roleBindings)
  await world.clock.advance(1000)
  world.allows = () => false
  await world.clock.advance(2000)
  expect([bob.lines.at(-1), bob.isOver]).toEqual(['ERROR 403', true])
})

test('a watch whose access cannot be checked ends with a 503', async () => {
  const world = await start()
  const watch = new WatchReader(await world.get(WATCH))
  await world.clock.advance(59_000)
  world.server.faults.add({
    match: { resource: 'subjectaccessreviews' },
    action: { type: 'status', code: 500 },
  })
  expect((await statusOf(world.get('/api/v1/namespaces/b/pods')))[0]).toBe(503)
  await world.clock.advance(2000)
  expect(watch.isOver).toBe(false)
  await world.clock.advance(3000)
  expect([watch.lines.at(-1), watch.isOver]).toEqual(['ERROR 503', true])
})

test('a watch ends when the credentials expire', async () => {
  const expiresAt = Date.UTC(2026, 0, 1) + 5000
  const world = await start({ authenticate: async () => ({ username: 'alice', expiresAt }) })
  const watch = new WatchReader(await world.get(WATCH))
  await world.clock.advance(4999)
  expect(watch.isOver).toBe(false)
  await world.clock.advance(1)
  expect([watch.lines.at(-1), watch.isOver]).toEqual(['ERROR 401', true])
  expect(await statusOf(world.get(PODS))).toEqual([401, 'Unauthorized'])
})

test('other requests are refused, or passed on with the token of the reader only', async () => {
  const world = await start()
  expect((await statusOf(world.get('/api/v1/nodes')))[0]).toBe(404)
  expect((await statusOf(world.get(PODS, { method: 'POST', body: '{}' })))[0]).toBe(405)
  const impersonating = { headers: { 'Impersonate-User': 'admin' } }
  expect((await statusOf(world.get(PODS, impersonating)))[0]).toBe(404)
  await world.stop()

  const seen: Request[] = []
  const fetch = async (url: string, init?: RequestInit) => {
    seen.push(new Request(url, init))
    return new Response('log', { headers: { Connection: 'X-Hop', 'X-Hop': '1', 'X-Kept': '1' } })
  }
  const passing = await start({ others: { baseUrl: 'http://upstream/root/', fetch } })
  const headers = { Cookie: 'session=1', 'Keep-Alive': '1', 'X-Mine': '1' }
  const response = await passing.get('/api/v1/namespaces/a/pods/p/log?follow=true', { headers })
  expect([await response.text(), response.headers.has('X-Hop'), response.headers.has('X-Kept')]).toEqual([
    'log',
    false,
    true,
  ])
  expect(seen.map(({ url }) => url)).toEqual([
    'http://upstream/root/api/v1/namespaces/a/pods/p/log?follow=true',
  ])
  const identity = { authorization: 'Bearer token-of-alice' }
  expect(Object.fromEntries(seen[0]?.headers ?? [])).toEqual({ ...identity, 'x-mine': '1' })
  // A reader cannot make the relay send the request without its identity.
  await passing.get('/version', {
    headers: { Connection: 'Authorization, impersonate-user, X-Mine', 'X-Mine': '1' },
  })
  expect(Object.fromEntries(seen[1]?.headers ?? [])).toEqual(identity)
})

test('one list and one watch upstream serve any number of readers', async () => {
  const world = await start()
  const opening = Promise.all(Array.from({ length: 50 }, () => world.get(WATCH)))
  await world.clock.settle()
  const readers = await opening
  expect([world.asked('list'), world.asked('watch'), world.server.openWatches]).toEqual([1, 1, 1])
  // One review per identity and scope.
  expect([world.asked('create', 'tokenreviews'), world.asked('create', 'subjectaccessreviews')]).toEqual([
    1, 1,
  ])
  for (const { body } of readers) await body?.cancel()
})

test('identical consistent reads share a request that was sent after all of them arrived', async () => {
  const world = await start()
  await world.get(PODS)
  const match = { resource: 'pods', watch: false }
  world.server.faults.add({ match, action: { type: 'delay', ms: 1000 } })
  const first = world.get(PODS)
  await world.clock.advance(500)
  const others = Array.from({ length: 50 }, () => world.get(PODS))
  await world.clock.settle()
  world.server.create(pod('new'))
  await world.clock.advance(3000)
  // The initial one, the two before, and one for all others.
  expect(world.asked('list')).toBe(4)
  expect(await (await first).text()).toContain('"PodList"')
  for (const response of others) expect(await (await response).text()).toContain('"new"')
})

test('a slow reader is cut off at its budget, delays no other reader and resumes without a gap', async () => {
  const world = await start({ budgets: { watchBytes: 8000 } })
  const from = `${PODS}?watch=1&resourceVersion=${world.server.rv}`
  const [slow, fast] = [new WatchReader(await world.get(from)), new WatchReader(await world.get(from))]
  await world.clock.advance(0)
  slow.stall()
  const names = Array.from({ length: 100 }, (_, index) => `pod-${index}`)
  for (const [index, name] of names.entries()) {
    world.server.create(pod(name))
    if (index % 10 === 9) await world.clock.advance(50)
  }
  expect(fast.lines).toEqual(names.map(name => `ADDED ${name}`))
  expect(fast.isOver).toBe(false)
  slow.resume()
  await world.clock.advance(0)
  expect(slow.isOver).toBe(true)
  expect(slow.lines).toEqual(fast.lines.slice(0, slow.lines.length))
  const last = slow.events.at(-1)?.object.metadata?.resourceVersion ?? world.server.rv
  const resumed = new WatchReader(await world.get(`${PODS}?watch=1&resourceVersion=${last}`))
  await world.clock.advance(50)
  expect([...slow.lines, ...resumed.lines]).toEqual(fast.lines)
  await resumed.cancel()
  await fast.cancel()
})

test('a burst over the budget of a watch within one window cuts no reader that reads', async () => {
  const world = await start({ budgets: { watchBytes: 8000 } })
  const from = `${PODS}?watch=1&resourceVersion=${world.server.rv}`
  const [slow, fast] = [new WatchReader(await world.get(from)), new WatchReader(await world.get(from))]
  await world.clock.advance(0)
  slow.stall()
  const names = Array.from({ length: 100 }, (_, index) => `pod-${index}`)
  for (const [index, name] of names.entries()) {
    world.server.create(pod(name))
    if (index % 2 === 1) await world.clock.advance(0)
  }
  await world.clock.advance(50)
  expect(fast.lines).toEqual(names.map(name => `ADDED ${name}`))
  expect(fast.isOver).toBe(false)
  slow.resume()
  await world.clock.advance(0)
  expect(slow.isOver).toBe(true)
  await fast.cancel()
})

test('lists at any age share a body for some seconds', async () => {
  const world = await start()
  const first = await (await world.get(ALL)).text()
  world.server.create(pod('new'))
  await world.clock.advance(4000)
  expect(await (await world.get(`${ALL}&limit=500`, { as: 'bob' })).text()).toBe(first)
  expect(await (await world.get(`${ALL}&labelSelector=a`)).text()).not.toBe(first)
  await world.clock.advance(1000)
  expect(await (await world.get(ALL)).text()).toContain('"new"')
})

test('Secrets are cached only if that is said, and stored only if that is said', async () => {
  const caching = { resource: secrets, credentials: 'cached' } as const
  await expect(start({ resources: [secrets] })).rejects.toThrow("only with credentials: 'cached'")
  const storage = { bodyStore: createMemoryBodyStore() }
  await expect(start({ resources: [{ ...caching, storage }] })).rejects.toThrow(
    "only with credentials: 'stored'",
  )
  const world = await start({ resources: [caching] })
  expect((await world.get('/api/v1/secrets')).status).toBe(200)
  await world.stop()
  await start({ resources: [{ resource: secrets, credentials: 'stored', storage }] })
})

test('/metrics is for users who may get that path; no metric contains a token or a name', async () => {
  const world = await start()
  await world.get(PODS)
  await world.get(WATCH)
  expect((await world.get('/metrics', { as: '' })).status).toBe(401)
  world.allows = ({ path }) => path === '/metrics'
  const text = await (await world.get('/metrics', { as: 'bob' })).text()
  expect(text).not.toMatch(/token-of|alice|bob/)
  world.allows = () => false
  await world.clock.advance(60_000)
  expect(await statusOf(world.get('/metrics', { as: 'bob' }))).toEqual([
    403,
    'forbidden: User "bob" cannot get path "/metrics"',
  ])
})

test('pages of listed origins only; cookies only if enabled, and only from them', async () => {
  const seen: (string | null)[] = []
  const authenticate: RigOptions['authenticate'] = async ({ headers }) => {
    seen.push(headers.get('Cookie'))
    return headers.has('Cookie') ? { username: 'alice' } : undefined
  }
  const origins = ['https://app.example']
  const world = await start({ authenticate, origins })
  const page = (origin: string, more: object = {}) => ({
    as: '',
    headers: { Origin: origin, Cookie: 'session=1', ...more },
  })
  expect((await world.get(ALL, page('https://evil.example'))).status).toBe(403)
  const refused = await world.get(ALL, page('https://app.example'))
  expect([refused.status, refused.headers.get('Access-Control-Allow-Origin')]).toEqual([
    401,
    'https://app.example',
  ])
  expect(seen).toEqual([null])
  await world.stop()

  const open = await start({ authenticate, origins, cookies: true })
  const allowed = await open.get(ALL, page('https://app.example'))
  expect([allowed.status, allowed.headers.get('Access-Control-Allow-Credentials')]).toEqual([200, 'true'])
  // Not a page, or no page that a browser names.
  expect((await open.get(ALL, { as: '', headers: { Cookie: 'session=1' } })).status).toBe(401)
  const site = (value: string) => ({ as: '', headers: { Cookie: 'session=1', 'Sec-Fetch-Site': value } })
  expect((await open.get(ALL, site('cross-site'))).status).toBe(403)
  expect((await open.get(ALL, site('same-origin'))).status).toBe(403)
  const preflight = await open.get(ALL, {
    ...page('https://app.example', { 'Access-Control-Request-Method': 'GET' }),
    method: 'OPTIONS',
  })
  expect([preflight.status, preflight.headers.get('Access-Control-Allow-Methods')]).toEqual([
    204,
    'GET, HEAD, POST, PUT, PATCH, DELETE',
  ])
  await expect(startRelay({ origins: ['https://app.example/'] })).rejects.toThrow('is not an origin')
})

test('a flood of opens and aborts leaves nothing behind', async () => {
  const world = await start()
  const flood = Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      const aborting = new AbortController()
      const response = world.get(index % 2 ? WATCH : PODS, { signal: aborting.signal })
      const settled = response.catch(() => undefined)
      if (index % 3 === 0) aborting.abort()
      await (await settled)?.body?.cancel()
      aborting.abort()
    }),
  )
  await world.clock.advance(60_000)
  await flood
  expect(world.relay.metrics()).toMatch(/^apiserver_longrunning_requests\{[^}]*\} 0$/m)
})

test('limits: watches, lists, URLs, headers', async () => {
  const world = await start({ budgets: { watchesPerUser: 2, watches: 3, lists: 1 } })
  const open = [await world.get(WATCH), await world.get(WATCH)]
  expect(await statusOf(world.get(WATCH))).toEqual([429, 'this user has too many open watches'])
  open.push(await world.get(WATCH, { as: 'bob' }))
  expect(await statusOf(world.get(WATCH))).toEqual([429, 'the relay has too many open watches'])
  const list = await world.get(PODS)
  expect((await statusOf(world.get(PODS)))[0]).toBe(429)
  await list.body?.cancel()
  expect((await world.get(PODS)).status).toBe(200)
  for (const { body } of open) await body?.cancel()
  expect((await statusOf(world.get(`${PODS}?labelSelector=${'a'.repeat(20_000)}`)))[0]).toBe(414)
  expect((await statusOf(world.get(PODS, { headers: { 'X-Long': 'a'.repeat(70_000) } })))[0]).toBe(431)
})

test('watches beyond the rate are refused before any review, and their informers resume without a list', async () => {
  const world = await start({ budgets: { watchesPerSecond: 2, watchBurst: 4, userShare: 1 } })
  const { clock, server } = world
  const client = createKubeClient({
    baseUrl: 'http://relay',
    fetch: (url, init) => world.relay.fetch(new Request(url, init)),
    getToken: () => 'token-of-alice',
    clock,
  })
  const informers = Array.from({ length: 10 }, () => {
    const listerWatcher = createListWatch(client, pods)
    return new SharedIndexInformer({ listerWatcher, clock })
  })
  const stopping = new AbortController()
  const running = informers.map(informer => informer.run(stopping.signal))
  const open = () => Number(/^apiserver_longrunning_requests\{.*\} (\d+)$/m.exec(world.relay.metrics())?.[1])
  await clock.advance(0)
  expect(open()).toBe(4)
  const reviews = world.asked('create', 'tokenreviews') + world.asked('create', 'subjectaccessreviews')
  expect([await statusOf(world.get(WATCH, { as: 'bob' })), world.asked('create', 'tokenreviews')]).toEqual([
    [429, 'too many watches were opened in a second'],
    1,
  ])
  const opened: number[] = []
  for (let second = 1; second <= 3; second++) {
    await clock.advance(1000)
    opened.push(open())
  }
  expect(opened).toEqual([6, 8, 10])
  expect(world.asked('create', 'tokenreviews') + world.asked('create', 'subjectaccessreviews')).toBe(reviews)
  expect(world.relay.metrics()).toContain('relay_refused_watches_total 7')
  server.create(pod('new'))
  await clock.advance(50)
  for (const { indexer } of informers) expect(indexer.listKeys()).toContain('default/new')
  // One list of the relay, and none of a watch that was refused.
  expect(world.asked('list')).toBe(1)
  expect(world.relay.metrics()).toMatch(/apiserver_request_total\{verb="LIST",.*code="200"\} 10/)
  stopping.abort()
  await Promise.all(running)
})

test('unknown tokens take little of the room of readers, also while reviews are slow', async () => {
  const world = await start({ budgets: { requests: 150 } })
  expect((await world.get(ALL)).status).toBe(200)
  const stop = world.server.faults.add({
    match: { resource: 'tokenreviews' },
    action: { type: 'delay', ms: 5000 },
  })
  const codes = new Map<number, number>()
  const unknown = Array.from({ length: 200 }, async (_, index) => {
    const { status } = await world.get(ALL, { as: `unknown-${index}` })
    codes.set(status, (codes.get(status) ?? 0) + 1)
  })
  await world.clock.settle()
  expect([...codes]).toEqual([[429, 100]])
  expect((await world.get(ALL)).status).toBe(200)
  await world.clock.advance(5000)
  await Promise.all(unknown)
  expect(codes.get(401)).toBe(100)
  stop()
})

test('one user takes a quarter of the requests and lists, and the others have the rest', async () => {
  const world = await start({ budgets: { requests: 40, lists: 8 } })
  const lists = [await world.get(PODS), await world.get(PODS)]
  expect(await statusOf(world.get(PODS))).toEqual([429, 'this user has too many lists in flight'])
  lists.push(await world.get(PODS, { as: 'bob' }))
  expect(lists.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const { body } of lists) await body?.cancel()
  expect(await (await world.get(PODS)).json()).toMatchObject({ kind: 'PodList' })

  await world.clock.advance(60_000)
  const slow = { match: { resource: 'subjectaccessreviews' }, action: { type: 'delay', ms: 1000 } } as const
  const stop = world.server.faults.add(slow)
  const gets = Array.from({ length: 10 }, () => world.get('/api/v1/namespaces/default/pods/x'))
  await world.clock.settle()
  expect(await statusOf(world.get(WATCH))).toEqual([429, 'this user has too many requests in flight'])
  const bob = world.get(WATCH, { as: 'bob' })
  await world.clock.advance(1000)
  expect((await bob).status).toBe(200)
  await (await bob).body?.cancel()
  await Promise.all(gets)
  stop()
})

test('one user cannot keep others waiting with many different consistent lists', async () => {
  const world = await start({ budgets: { lists: 1000 } })
  const stop = world.server.faults.add({
    match: { resource: 'pods', watch: false },
    action: { type: 'delay', ms: 100 },
  })
  const select = (index: number) => world.get(`${PODS}?labelSelector=a%3D${index}`)
  const same = Array.from({ length: 30 }, () => select(0))
  const lists = Array.from({ length: 63 }, (_, index) => select(index + 1))
  await world.clock.settle()
  expect(await statusOf(select(99))).toEqual([
    429,
    'this user has too many lists that wait for the upstream apiserver; read with resourceVersion=0',
  ])
  expect((await world.get(`${ALL}&labelSelector=a%3D99`)).status).toBe(200)
  const bob = world.get(PODS, { as: 'bob' })
  await world.clock.advance(10_000)
  stop()
  for (const response of await Promise.all([...same, ...lists, bob, select(99)])) {
    expect(response.status).toBe(200)
    await response.body?.cancel()
  }
})

test('senders without credentials take no room from the watches of readers', async () => {
  const world = await start({ budgets: { watchesPerSecond: 1, watchBurst: 1 } })
  for (let sent = 0; sent < 5; sent++)
    expect((await statusOf(world.get(WATCH, { as: 'unknown' })))[0]).toBe(401)
  const response = await world.get(WATCH)
  expect(response.status).toBe(200)
  const refused = await world.get(WATCH)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1'])
  // Lists are limited otherwise.
  expect((await world.get(ALL)).status).toBe(200)
  await response.body?.cancel()
})

test('a reader without rights, or over its share, takes no room from the watches of others', async () => {
  const world = await start({ budgets: { watchesPerSecond: 8, watchBurst: 8, watchesPerUser: 2 } })
  world.allows = ({ user }) => user === 'bob'
  for (let sent = 0; sent < 20; sent++) expect((await statusOf(world.get(WATCH)))[0]).toBe(403)
  world.allows = () => true
  await world.clock.advance(5000)
  const open = [await world.get(WATCH), await world.get(WATCH)]
  for (let sent = 0; sent < 20; sent++) {
    const refused = await statusOf(world.get(WATCH))
    expect(refused).toEqual([429, 'this user opened too many watches in a second'])
  }
  open.push(await world.get(WATCH, { as: 'bob' }))
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200])
  await world.clock.advance(1000)
  for (let sent = 0; sent < 20; sent++)
    expect(await statusOf(world.get(WATCH))).toEqual([429, 'this user has too many open watches'])
  for (const { body } of open) await body?.cancel()
})

test('open requests that are passed on are limited, in total and by user', async () => {
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = []
  const fetch = async () =>
    new Response(
      new ReadableStream<Uint8Array<ArrayBuffer>>({ start: controller => void bodies.push(controller) }),
    )
  const world = await start({
    others: { baseUrl: 'http://upstream', fetch },
    budgets: { forwards: 3, userShare: 0.5 },
  })
  const log = (as = 'alice') => world.get('/api/v1/namespaces/a/pods/p/log?follow=true', { as })
  const open = [await log(), await log()]
  expect(await statusOf(log())).toEqual([429, 'this user has too many open requests to others'])
  const other = await log('bob')
  expect(await statusOf(log('bob'))).toEqual([429, 'the relay has too many open requests to others'])
  // One ends, one is cancelled, one fails.
  const text = open[0]?.text()
  bodies[0]?.close()
  await text
  await open[1]?.body?.cancel()
  const failed = other.text().catch(() => 'failed')
  bodies[2]?.error(new Error('lost'))
  expect(await failed).toBe('failed')
  for (const response of [await log(), await log(), await log('bob')]) {
    expect(response.status).toBe(200)
    await response.body?.cancel()
  }
})

/** A relay that may hold three bytes of each user, and the bodies that its apiserver received and sends. */
async function startWithFewBytes() {
  const sent: ReadableStreamDefaultController<Uint8Array>[] = []
  const received: Promise<unknown>[] = []
  const cancelled: unknown[] = []
  const fetch = async (_url: string, { body }: RequestInit = {}) => {
    if (body) received.push(new Response(body).text().catch((error: unknown) => error))
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => void sent.push(controller)
    const cancel = (reason: unknown) => void cancelled.push(reason)
    return new Response(new ReadableStream<Uint8Array<ArrayBuffer>>({ start, cancel }, { highWaterMark: 0 }))
  }
  const world = await start({
    others: { baseUrl: 'http://upstream', fetch },
    budgets: { forwardBytes: 6, userShare: 0.5 },
  })
  return { world, sent, received, cancelled }
}

test('bytes that are passed on count while their reader does not take them, by user', async () => {
  const { world, sent, cancelled } = await startWithFewBytes()
  const log = async (as = 'alice') => {
    const { body } = await world.get('/api/v1/namespaces/a/pods/p/log?follow=true', { as })
    return body?.getReader()
  }
  const [unread, read, other] = [await log(), await log(), await log('bob')]
  const chunk = (bytes: number) => new Uint8Array(bytes)
  for (const controller of sent) controller.enqueue(chunk(2))
  // The relay holds a chunk until its reader asks for the next one.
  await unread?.read()
  const message = 'this user has too many bytes in flight to or from others'
  await expect(read?.read()).rejects.toMatchObject({ code: 429, message })
  expect(cancelled).toEqual([expect.objectContaining({ message })])
  expect((await other?.read())?.value).toHaveLength(2)
  const next = unread?.read()
  sent[0]?.enqueue(chunk(3))
  expect((await next)?.value).toHaveLength(3)
  await unread?.cancel()
  const late = await log()
  sent.at(-1)?.enqueue(chunk(3))
  expect((await late?.read())?.value).toHaveLength(3)
})

test('bytes of a request that is passed on count, too', async () => {
  const { world, received } = await startWithFewBytes()
  const create = (body: string) => world.get('/api/v1/namespaces/a/configmaps', { method: 'POST', body })
  await create('abc')
  await create('abcd')
  await expect(received[0]).resolves.toBe('abc')
  await expect(received[1]).resolves.toMatchObject({ code: 429 })
})

test('a cluster that was restored from a backup is noticed, and all readers list again', async () => {
  let server: RelayRig['server'] | undefined
  const world = await start({ wrap: fetch => (url, init) => (server ?? { fetch }).fetch(url, init) })
  const watch = new WatchReader(await world.get(WATCH))
  for (const name of ['a', 'b', 'c']) world.server.create(pod(name))
  await world.clock.advance(100)
  const { rv } = world.server
  const old = await startRelay({ count: 2 })
  await old.stop()
  server = old.server
  // A consistent read shows that the server is at an earlier state.
  expect((await world.get(PODS)).status).toBe(200)
  await world.clock.advance(50)
  expect([watch.lines.at(-1), watch.isOver]).toEqual(['ERROR 410', true])
  await world.clock.advance(2000)
  const { items } = (await (await world.get(ALL)).json()) as { items: unknown[] }
  expect(items).toHaveLength(2)
  const future = new WatchReader(await world.get(`${PODS}?watch=1&resourceVersion=${rv}`))
  await future.done
  expect(future.lines).toEqual(['ERROR 410'])
})

test('a restored cluster is noticed while the relay waits to watch again', async () => {
  let server: RelayRig['server'] | undefined
  const world = await start({ wrap: fetch => (url, init) => (server ?? { fetch }).fetch(url, init) })
  for (const name of ['a', 'b', 'c']) world.server.create(pod(name))
  await world.clock.advance(100)
  const old = await startRelay({ count: 2 })
  await old.stop()
  server = old.server
  world.server.restart()
  await world.clock.settle()
  expect((await world.get(PODS)).status).toBe(200)
  await world.clock.advance(5000)
  const { items } = (await (await world.get(ALL)).json()) as { items: unknown[] }
  expect(items).toHaveLength(2)
})

test.each([
  ['a restored cluster is noticed by the comparison with the apiserver', { checkMs: 20_000 }, 40],
  ['C26: a restored cluster is noticed while nothing happens, and watches end with an ERROR 410', {}, 60],
])('%s', async (_, options, seconds) => {
  let server: RelayRig['server'] | undefined
  const wrap: RigOptions['wrap'] = fetch => (url, init) => (server ?? { fetch }).fetch(url, init)
  const world = await start({ ...options, wrap })
  const watch = new WatchReader(await world.get(`${WATCH}&timeoutSeconds=3600`))
  for (const name of ['a', 'b', 'c']) world.server.create(pod(name))
  await world.clock.advance(100)
  const old = await startRelay({ count: 2 })
  await old.stop()
  server = old.server
  // Each server has its own clock.
  for (let second = 0; second < seconds; second++) {
    await world.clock.advance(1000)
    await old.clock.advance(1000)
  }
  expect([watch.lines.at(-1), watch.isOver]).toEqual(['ERROR 410', true])
})

test('a comparison with the apiserver that finds no difference ends no watch, and costs two lists, one of them of one object', async () => {
  const world = await start({ count: 50, checkMs: 120_000 })
  const watch = new WatchReader(await world.get(`${WATCH}&timeoutSeconds=3600`))
  await world.clock.advance(60_000)
  world.server.create(pod('new'))
  // With the jitter of this test, the comparison is after 150 seconds.
  await world.clock.advance(100_000)
  // While the watch is quiet, the relay asks whether the server still has its resourceVersion.
  const lists = world.server.requests.filter(
    ({ kind, query }) => kind === 'list' && query.resourceVersionMatch !== 'NotOlderThan',
  )
  expect([watch.isOver, watch.lines.length, lists.length]).toEqual([false, 51, 3])
  await watch.cancel()
})

test('Readers that accept only protobuf receive a 406, with JSON as an alternative JSON', async () => {
  const world = await start()
  const accept = (text: string) => ({ headers: { Accept: text } })
  expect((await statusOf(world.get(ALL, accept('application/vnd.kubernetes.protobuf'))))[0]).toBe(406)
  const both = await world.get(ALL, accept('application/vnd.kubernetes.protobuf,application/json'))
  expect([both.status, both.headers.get('Content-Type')]).toEqual([200, 'application/json'])
})

test('an informer of this library follows through a relay, and one namespace can be cached alone', async () => {
  const world = await start({ resources: [{ resource: pods, namespace: 'default' }, configMaps] })
  world.server.create(pod('a'))
  world.server.create(pod('b', 'other'))
  const client = createKubeClient({
    baseUrl: 'http://relay',
    fetch: (url, init) => world.relay.fetch(new Request(url, init)),
    getToken: () => 'token-of-alice',
    clock: world.clock,
  })
  const stopping = new AbortController()
  const informer = new SharedIndexInformer({
    listerWatcher: createListWatch(client, pods, { namespace: 'default' }),
    clock: world.clock,
  })
  const running = informer.run(stopping.signal)
  await world.clock.advance(100)
  world.server.create(pod('c'))
  await world.clock.advance(100)
  const names = () => informer.indexer.list().map(({ metadata }) => metadata?.name)
  expect(names()).toEqual(expect.arrayContaining(['a', 'c']))
  expect(names()).not.toContain('b')
  expect((await statusOf(world.get(PODS)))[0]).toBe(404)
  stopping.abort()
  await running
})

test('the body of a watch, and that of a list, fails when the signal of its request aborts', async () => {
  const world = await start()
  for (const path of [WATCH, PODS]) {
    const aborting = new AbortController()
    const headers = { Authorization: 'Bearer token-of-alice' }
    // In Node, the signal of a request aborts only as long as the request is kept.
    const request = new Request(`http://relay${path}`, { headers, signal: aborting.signal })
    const text = (await world.relay.fetch(request)).text()
    aborting.abort(new Error('the reader has left'))
    await expect(text).rejects.toThrow('the reader has left')
    expect(request.signal.aborted).toBe(true)
  }
  expect(world.relay.metrics()).toMatch(/^apiserver_longrunning_requests\{[^}]*\} 0$/m)
})

test('a stop ends requests without an answer, and lists that are being sent', async () => {
  const world = await start({
    authenticate: ({ headers }, signal) =>
      new Promise((resolve, reject) => {
        if (headers.has('Authorization')) resolve({ username: 'alice' })
        else signal.addEventListener('abort', () => reject(signal.reason))
      }),
  })
  const list = await world.get(PODS)
  const unanswered = statusOf(world.get(PODS, { as: '' }))
  await world.clock.settle()
  await world.stop()
  expect((await unanswered)[0]).toBe(503)
  await expect(list.text()).rejects.toThrow('the relay has stopped')
})

test('after a stop every request is a 503, and watches have ended', async () => {
  const world = await start()
  const watch = new WatchReader(await world.get(WATCH))
  await world.clock.advance(10)
  await world.stop()
  await world.clock.settle()
  expect(watch.isOver).toBe(true)
  const before = world.server.requests.length
  expect((await statusOf(world.get(PODS)))[0]).toBe(503)
  expect(world.server.requests).toHaveLength(before)
})

/** A relay whose lists the apiserver answers after some time. */
async function startSlowly(delayMs: number): Promise<RelayRig> {
  rig = new RelayRig({
    wrap: fetch => async (url, init) => {
      if (new URL(url).pathname === PODS && !url.includes('watch=')) {
        await sleep(world.clock, delayMs, init?.signal ?? undefined)
        init?.signal?.throwIfAborted()
      }
      return fetch(url, init)
    },
  })
  const world = rig
  return world
}

test('readers that arrive before the first list wait for it: the apiserver receives one list', async () => {
  const world = await startSlowly(5000)
  const lists = [world.get(ALL), world.get(`${ALL}&limit=500`), world.get(`${ALL}&labelSelector=app`)]
  const watch = world.get(WATCH)
  await world.clock.advance(5000)
  expect((await Promise.all(lists)).map(({ status }) => status)).toEqual([200, 200, 200])
  const reader = new WatchReader(await watch)
  await world.clock.settle()
  expect(reader.lines).toHaveLength(3)
  expect(world.asked('list')).toBe(1)
  await reader.cancel()
})

test('a reader waits ten seconds for the first list, and then receives a 429', async () => {
  const world = await startSlowly(60_000)
  const answers = [world.get(ALL), world.get(`${ALL}&limit=500`), world.get(WATCH)]
  const leaving = new AbortController()
  const left = world.get(ALL, { signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  await world.clock.advance(10_000)
  for (const answer of answers) {
    expect((await answer).headers.get('Retry-After')).toBe('1')
    expect(await statusOf(answer)).toEqual([429, 'storage is (re)initializing'])
  }
  expect(world.asked('list')).toBe(0)
})
