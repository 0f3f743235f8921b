import { defineResource, type KubernetesObject, type List } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { pods } from '../object/resources.ts'
import { generatePods } from '../pods/generate.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { getJson, keysOf, list, pod } from '../test/fixtures.ts'

const F1 = ['first/bar', 'second/bar', 'second/foo', 'third/barfoo', 'third/foo', 'second/baz']
const ALL = ['first/bar', 'second/bar', 'second/foo', 'third/barfoo', 'third/foo']

let server: FakeApiserver
let clock: FakeClock
/** The revision of each write: `at[1]` is the first. */
let at: string[]

beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, random: seededRandom(1) })
  at = [server.rv]
  const wrote = () => at.push(server.rv)
  for (const name of F1) {
    server.create(pod(name))
    wrote()
  }
  server.update(pod('first/bar', { spec: { nodeName: 'fakenode', containers: [] } }))
  wrote()
  server.delete(pod('second/baz'))
  wrote()
})

test('L01: a list is the current state in key order, with the latest resourceVersion', async () => {
  const page = await list(server)
  expect(keysOf(page)).toEqual(ALL)
  expect(page.items[0]?.spec?.nodeName).toBe('fakenode')
  expect(page.metadata).toEqual({ resourceVersion: at[8] })
})

test('items of built-in lists have no kind and apiVersion', async () => {
  const page = await list(server)
  expect(page.kind).toBe('PodList')
  expect(Object.keys(page.items[0] ?? {})).toEqual(['metadata', 'spec'])
})

test('custom resources: sorted keys, typed items, an empty continue on the last page', async () => {
  const widgets = defineResource({
    group: 'example.com',
    version: 'v1',
    plural: 'widgets',
    kind: 'Widget',
    namespaced: true,
  })
  const custom = createFakeApiserver({ resources: [widgets] })
  custom.create({ kind: 'Widget', apiVersion: 'example.com/v1', metadata: { name: 'w' } })
  const text = await (await custom.fetch('/apis/example.com/v1/widgets')).text()
  expect(Object.keys(JSON.parse(text) as object)).toEqual(['apiVersion', 'items', 'kind', 'metadata'])
  expect(JSON.parse(text)).toMatchObject({
    kind: 'WidgetList',
    items: [{ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'default' } }],
    metadata: { continue: '', resourceVersion: custom.rv },
  })
})

test('L06: an exact list is the state at that resourceVersion', async () => {
  const sizes: number[] = []
  for (let k = 1; k <= 8; k++) {
    const page = await list(server, `?resourceVersion=${at[k]}&resourceVersionMatch=Exact`)
    expect(page.metadata.resourceVersion).toBe(at[k])
    expect(page.items[0]?.spec?.nodeName).toBe(k >= 7 ? 'fakenode' : undefined)
    sizes.push(page.items.length)
  }
  expect(sizes).toEqual([1, 2, 3, 4, 5, 6, 6, 5])
})

test('L05, L10: NotOlderThan returns the current state', async () => {
  expect(keysOf(await list(server, `?resourceVersion=${at[3]}&resourceVersionMatch=NotOlderThan`))).toEqual(
    ALL,
  )
  expect(keysOf(await list(server, `?resourceVersion=${at[2]}`))).toEqual(ALL)
})

test('L09: a resourceVersion with a limit is exact', async () => {
  const page = await list(server, `?resourceVersion=${at[2]}&limit=1`)
  expect(keysOf(page)).toEqual(['first/bar'])
  expect(page.metadata).toMatchObject({ resourceVersion: at[2], remainingItemCount: 1 })
})

test('L12: with resourceVersion 0 the limit is ignored', async () => {
  const page = await list(server, '?resourceVersion=0&limit=1')
  expect(keysOf(page)).toEqual(ALL)
  expect(page.metadata).toEqual({ resourceVersion: at[8] })
})

test('L37: a resourceVersion that is not reached in three seconds is a 504 with its cause', async () => {
  const answer = server.fetch('/api/v1/pods?resourceVersion=999999')
  await clock.advance(3_000)
  const response = await answer
  expect(response.status).toBe(504)
  expect(response.headers.get('Retry-After')).toBe('1')
  expect(await response.json()).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `Timeout: Too large resource version: 999999, current: ${at[8]}`,
    reason: 'Timeout',
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
    code: 504,
  })
})

test('L19: a list waits for a future resourceVersion, and an abort ends the wait', async () => {
  const answer = server.fetch(`/api/v1/pods?resourceVersion=${Number(at[8]) + 1}`)
  const controller = new AbortController()
  const aborted = server.fetch('/api/v1/pods?resourceVersion=999999', { signal: controller.signal })
  await clock.settle()
  server.create(pod('later/one'))
  controller.abort()
  const page = (await (await answer).json()) as List<KubernetesObject>
  expect(page.items).toHaveLength(6)
  await expect(aborted).rejects.toThrow('aborted')
  expect(clock.pendingTimers).toBe(0)
})

test('an exact list from before a compaction is a 410', async () => {
  server.compact(at[4])
  const status = await getJson(server, `/api/v1/pods?resourceVersion=${at[3]}&resourceVersionMatch=Exact`)
  expect(status).toMatchObject({
    code: 410,
    reason: 'Expired',
    message: 'The resourceVersion for the provided list is too old.',
  })
  expect(keysOf(await list(server, `?resourceVersion=${at[4]}&resourceVersionMatch=Exact`))).toHaveLength(4)
})

test('P01, P10, P22: pages are consistent despite writes', async () => {
  const seen: string[] = []
  let page = await list(server, '?limit=2')
  expect(page.metadata.remainingItemCount).toBe(3)
  expect(JSON.parse(atob((page.metadata.continue ?? '').replaceAll('-', '+').replaceAll('_', '/')))).toEqual({
    v: 'meta.k8s.io/v1',
    rv: Number(at[8]),
    start: '/second/bar\u0000',
  })
  for (;;) {
    seen.push(...keysOf(page))
    expect(page.metadata.resourceVersion).toBe(at[8])
    if (!page.metadata.continue) break
    server.create(pod(`second/new-${seen.length}`))
    if (seen.length === 2) server.delete(pod('third/foo'))
    page = await list(server, `?limit=2&continue=${page.metadata.continue}`)
  }
  expect(seen).toEqual(ALL)
})

test('P09: a continued list without a limit returns the rest', async () => {
  const first = await list(server, '?limit=1')
  const rest = await list(server, `?continue=${first.metadata.continue}`)
  expect(keysOf(rest)).toEqual(ALL.slice(1))
  expect(rest.metadata).toEqual({ resourceVersion: at[8] })
})

test('P12, P15: a selector scans until the limit is reached, and omits the remaining count', async () => {
  const first = await list(server, '?limit=1&fieldSelector=metadata.name=barfoo')
  expect(keysOf(first)).toEqual(['third/barfoo'])
  expect(first.metadata.remainingItemCount).toBeUndefined()
  const second = await list(
    server,
    `?limit=1&fieldSelector=metadata.name=barfoo&continue=${first.metadata.continue}`,
  )
  expect(second.items).toEqual([])
  expect(second.metadata.continue).toBeUndefined()
  expect((await list(server, '?limit=2&fieldSelector=metadata.name=foo')).metadata.continue).toBeUndefined()
})

test('P19, P20: an expired continue token returns a new one for the current state', async () => {
  const first = await list(server, '?limit=1')
  server.update(pod('second/foo'))
  server.compact()
  const response = await server.fetch(`/api/v1/pods?limit=1&continue=${first.metadata.continue}`)
  expect(response.status).toBe(410)
  const status = (await response.json()) as List<never> & { message: string; reason: string }
  expect(status.reason).toBe('Expired')
  expect(status.message).toMatch(/^The provided continue parameter is too old/)
  const next = await list(server, `?limit=1&continue=${status.metadata.continue}`)
  expect(keysOf(next)).toEqual(['second/bar'])
  expect(next.metadata.resourceVersion).toBe(server.rv)
  const last = await list(server, `?continue=${next.metadata.continue}`)
  expect(keysOf(last)).toEqual(ALL.slice(2))
})

test('L22: keys are compared as a whole: foo-bar precedes foo', async () => {
  const other = createFakeApiserver()
  for (const namespace of ['foo0', 'foo', 'foo-bar']) other.create(pod(`${namespace}/x`))
  expect(keysOf(await list(other))).toEqual(['foo-bar/x', 'foo/x', 'foo0/x'])
  expect(keysOf(await getJson(other, '/api/v1/namespaces/foo/pods'))).toEqual(['foo/x'])
})

test('L23, L24, L28, L30, L31: selectors', async () => {
  const select = async (query: string, path = '/api/v1/pods') =>
    keysOf(await getJson(server, `${path}?${query}`))
  expect(await select('fieldSelector=metadata.name%3Dfoo')).toEqual(['second/foo', 'third/foo'])
  expect(await select('fieldSelector=metadata.name!%3Dfoo')).toHaveLength(3)
  expect(await select('fieldSelector=metadata.namespace%3Dsecond')).toEqual(['second/bar', 'second/foo'])
  expect(await select('fieldSelector=metadata.namespace%3Dsecond', '/api/v1/namespaces/first/pods')).toEqual(
    [],
  )
  expect(await select('fieldSelector=spec.nodeName%3Dfakenode')).toEqual(['first/bar'])
  server.create(pod('third/labelled', { labels: { app: 'x' } }))
  expect(await select('labelSelector=app+in+(x,y)')).toEqual(['third/labelled'])
  expect(await select('labelSelector=!app')).toEqual(ALL)
})

test.each([
  [
    'resourceVersionMatch=NotOlderThan',
    422,
    'resourceVersionMatch is forbidden unless resourceVersion is provided',
  ],
  ['resourceVersionMatch=foo&resourceVersion=1', 422, 'Unsupported value: "foo"'],
  ['resourceVersionMatch=Exact&resourceVersion=0', 422, 'is forbidden for resourceVersion "0"'],
  ['sendInitialEvents=true', 422, 'sendInitialEvents is forbidden for list'],
  ['resourceVersion=abc', 400, 'invalid resource version'],
  ['limit=abc', 400, 'strconv.ParseInt: parsing "abc": invalid syntax'],
  ['continue=!!!', 400, 'invalid continue token: continue key is not valid'],
  ['labelSelector=a,,b', 400, "found ',', expected: identifier after ','"],
  ['fieldSelector=foo', 400, "invalid selector: 'foo'; can't understand 'foo'"],
])('V: a list with %s is a %i', async (query, code, text) => {
  const response = await server.fetch(`/api/v1/pods?${query}`)
  expect(response.status).toBe(code)
  expect(((await response.json()) as { message: string }).message).toContain(text)
})

test('a body has chunks of 64 KB, encoded while it is read', async () => {
  const large = createFakeApiserver({ objects: generatePods({ count: 200 }) })
  const response = await large.fetch('/api/v1/pods')
  const reader = response.body?.getReader()
  const first = await reader?.read()
  expect(first?.value?.length).toBe(65_536)
  let idle = false
  const waiting = large.idle().then(() => {
    idle = true
  })
  await Promise.resolve()
  expect(idle).toBe(false)
  await reader?.cancel()
  await waiting
  expect(idle).toBe(true)
})

test('aborting a list makes its body fail', async () => {
  const controller = new AbortController()
  const response = await server.fetch('/api/v1/pods', { signal: controller.signal })
  controller.abort()
  await expect(response.text()).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  await server.idle()
  await expect(server.fetch('/api/v1/pods', { signal: controller.signal })).rejects.toThrow()
})

test('server.list returns the current state', () => {
  expect(server.list(pods).map(({ metadata }) => metadata.name)).toEqual([
    'bar',
    'bar',
    'foo',
    'barfoo',
    'foo',
  ])
  expect(server.keys(pods)).toEqual(ALL)
  expect(server.get(pods, 'first/bar')?.spec?.nodeName).toBe('fakenode')
})
