import { defineResource, type KubernetesObject } from '@kube-informer/core'
import type { TableColumn } from '@kube-informer/core/columns'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import type { CacherSource } from '../api/cacher-source.ts'
import type { ServedKind } from '../api/served-kind.ts'
import { notReady } from '../api/status-errors.ts'
import { Cacher } from '../cacher.ts'
import { createCacherHandler } from './cacher-handler.ts'
import { fieldsOf } from './request/selection.ts'

const column = (name: string, cell: TableColumn['cell']): TableColumn => ({
  name,
  type: 'string',
  format: '',
  description: '',
  priority: 0,
  cell,
})

const pods: ServedKind = {
  resource: defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true }),
  listKind: 'PodList',
  isBuiltIn: true,
  selectableFields: ['spec.nodeName'],
  columns: async () => [
    column('Name', ({ metadata }) => metadata?.name),
    column('Seconds', (_object, now) => now / 1000),
  ],
}
const widgets: ServedKind = {
  ...pods,
  resource: defineResource({
    group: 'example.com',
    version: 'v1',
    plural: 'widgets',
    kind: 'Widget',
    namespaced: false,
  }),
  listKind: 'WidgetList',
  isBuiltIn: false,
}

/** A source that rejects every request. */
const rejectingSource: CacherSource = {
  list: async () => {
    throw notReady('no source', 1)
  },
  get: async () => undefined,
  currentResourceVersion: async () => '10',
}

const object = (key: string, resourceVersion: string, more: object = {}): KubernetesObject => {
  const [namespace = '', name = ''] = key.split('/')
  return { kind: 'Pod', apiVersion: 'v1', metadata: { name, namespace, resourceVersion, ...more } }
}

let clock: FakeClock
let cacher: Cacher
let fetch: (request: Request) => Promise<Response>
const serve = (kind: ServedKind) => {
  clock = new FakeClock()
  cacher = new Cacher({
    type: { kind: kind.resource.kind, apiVersion: 'v1' },
    source: { ...rejectingSource, requestProgress: () => cacher.progress('10') },
    fieldsOf: of => fieldsOf(kind, of),
    clock,
  })
  cacher.replace([object('a/x', '7', { labels: { app: 'web' } }), object('b/y', '8')], '10')
  fetch = createCacherHandler({ kind, reads: cacher, clock })
}
beforeEach(() => serve(pods))

const get = (path: string, headers: HeadersInit = {}, method = 'GET') =>
  fetch(new Request(`http://relay${path}`, { method, headers }))
const json = async (path: string, headers?: HeadersInit) =>
  (await (await get(path, headers)).json()) as Record<string, unknown>
const as = (form: string) => ({ Accept: `application/json;as=${form};g=meta.k8s.io;v=v1` })

test('a list equals the output of an apiserver byte by byte', async () => {
  expect(await (await get('/api/v1/namespaces/b/pods')).text()).toBe(
    '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"10"},"items":[' +
      '{"metadata":{"name":"y","namespace":"b","resourceVersion":"8"}}]}\n',
  )
})

test('custom resources have sorted keys and always a continue token, possibly empty', async () => {
  serve(widgets)
  cacher.replace([{ kind: 'Widget', metadata: { name: 'w', resourceVersion: '9' } }], '10')
  expect(await (await get('/apis/example.com/v1/widgets')).text()).toBe(
    '{"apiVersion":"example.com/v1","items":[{"apiVersion":"example.com/v1","kind":"Widget",' +
      '"metadata":{"name":"w","resourceVersion":"9"}}],"kind":"WidgetList","metadata":{"continue":"","resourceVersion":"10"}}\n',
  )
})

test('characters that are unsafe in HTML are escaped', async () => {
  cacher.replace([object('a/x', '9', { annotations: { html: '<a&b>\u2028' } })], '9')
  expect(await (await get('/api/v1/pods?resourceVersion=0')).text()).toContain(
    String.raw`"\u003ca\u0026b\u003e\u2028"`,
  )
})

test('pages have continue tokens and remaining item counts', async () => {
  const first = await json('/api/v1/pods?limit=1')
  expect(first).toMatchObject({ metadata: { remainingItemCount: 1 }, items: [{ metadata: { name: 'x' } }] })
  const { continue: token } = first.metadata as { continue: string }
  const second = await json(`/api/v1/pods?limit=1&continue=${token}`)
  expect(second).toMatchObject({ items: [{ metadata: { name: 'y' } }] })
  expect(second.metadata).toEqual({ resourceVersion: '10' })
})

test('an object, and a missing object', async () => {
  expect(await json('/api/v1/namespaces/a/pods/x?resourceVersion=0')).toEqual({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'x', namespace: 'a', resourceVersion: '7', labels: { app: 'web' } },
  })
  const missing = await get('/api/v1/namespaces/a/pods/nope?resourceVersion=0')
  expect(missing.status).toBe(404)
  expect(await missing.json()).toMatchObject({
    message: 'pods "nope" not found',
    details: { name: 'nope', kind: 'pods' },
  })
})

test('a watch sends the initial objects, the end bookmark and changes, one JSON object per line', async () => {
  const response = await get(
    '/api/v1/pods?watch=1&resourceVersion=0&allowWatchBookmarks=true&labelSelector=app',
  )
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(
    (await reader?.read())?.value
      ?.trim()
      .split('\n')
      .map(line => JSON.parse(line).type),
  ).toEqual(['ADDED', 'BOOKMARK'])
  cacher.update(object('b/y', '11', { labels: { app: 'api' } }))
  cacher.update(object('b/y', '12'))
  expect((await reader?.read())?.value).toBe(
    '{"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"y","namespace":"b","resourceVersion":"11","labels":{"app":"api"}}}}\n' +
      '{"type":"DELETED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"y","namespace":"b","resourceVersion":"12","labels":{"app":"api"}}}}\n',
  )
  await reader?.cancel()
  expect(cacher.openWatches).toBe(0)
  expect(clock.pendingTimers).toBe(0)
})

test('T01, T05: a table', async () => {
  const table = await json('/api/v1/pods?resourceVersion=0', as('Table'))
  expect(table).toMatchObject({
    kind: 'Table',
    metadata: { resourceVersion: '10' },
    columnDefinitions: [{ name: 'Name', priority: 0 }, { name: 'Seconds' }],
    rows: [{ cells: ['x', clock.now() / 1000], object: { kind: 'PartialObjectMetadata' } }, {}],
  })
  const bare = await json('/api/v1/pods?resourceVersion=0&includeObject=None', as('Table'))
  expect((bare.rows as { object: unknown }[]).map(({ object }) => object)).toEqual([null, null])
  const whole = await json('/api/v1/namespaces/a/pods/x?resourceVersion=0&includeObject=Object', as('Table'))
  expect(whole.rows).toMatchObject([{ object: { kind: 'Pod', metadata: { name: 'x' } } }])
})

test('T07: only the first table of a watch has column definitions; the end bookmark always has metadata', async () => {
  const path = '/api/v1/pods?watch=1&allowWatchBookmarks=1&includeObject=None'
  const response = await get(path, as('Table'))
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const lines = (await reader?.read())?.value?.trim().split('\n') ?? []
  const events = lines.map(line => JSON.parse(line) as { type: string; object: Record<string, unknown> })
  expect(events.map(({ type, object: { columnDefinitions } }) => [type, columnDefinitions === null])).toEqual(
    [
      ['ADDED', false],
      ['ADDED', true],
      ['BOOKMARK', true],
    ],
  )
  expect(events[2]?.object).toMatchObject({
    metadata: { resourceVersion: '10' },
    rows: [{ object: { metadata: { annotations: { 'k8s.io/initial-events-end': 'true' } } } }],
  })
  await reader?.cancel()
})

test('T14: a metadata-only list; without items it has null', async () => {
  const list = await json('/api/v1/pods?resourceVersion=0', as('PartialObjectMetadataList'))
  expect(list).toMatchObject({
    kind: 'PartialObjectMetadataList',
    items: [{ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { name: 'x' } }, {}],
  })
  cacher.replace([], '11')
  expect(await json('/api/v1/pods?resourceVersion=0', as('PartialObjectMetadataList'))).toMatchObject({
    items: null,
  })
})

test.each([
  ['/api/v1/pods?limit=abc', 400, 'strconv.ParseInt: parsing "abc": invalid syntax'],
  [
    '/api/v1/pods?resourceVersion=abc',
    400,
    'invalid resource version: resourceVersion: Invalid value: "abc"',
  ],
  ['/api/v1/pods?watch=1&resourceVersion=abc', 500, 'resourceVersion: Invalid value: "abc"'],
  ['/api/v1/pods?fieldSelector=spec.foo%3D1', 400, 'field label not supported: spec.foo'],
  ['/api/v1/pods?labelSelector=a+in+(', 400, 'unable to parse requirement'],
  ['/api/v1/pods?resourceVersionMatch=Exact&resourceVersion=0', 422, 'is forbidden for resourceVersion "0"'],
  ['/api/v1/watch/namespaces/a/pods/x?fieldSelector=metadata.name%3Dy', 400, "doesn't match requested name"],
])('%s is a %i', async (path, code, text) => {
  const response = await get(path)
  expect(response.status).toBe(code)
  expect(((await response.json()) as { message: string }).message).toContain(text)
})

test('a cache that is not ready responds with Retry-After', async () => {
  cacher.fail('no leader')
  const response = await get('/api/v1/pods?watch=1')
  expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '1'])
  expect(await response.json()).toMatchObject({ message: 'storage is (re)initializing: no leader' })
})

test('writes and other paths are rejected', async () => {
  expect((await get('/api/v1/pods', {}, 'POST')).status).toBe(405)
  expect((await get('/api/v1/pods', {}, 'HEAD')).body).toBeNull()
  for (const path of ['/api/v1/nodes', '/api/v1/pods/x/y/z', '/apis/apps/v1/pods', '/api/v1/%ZZ', '/'])
    expect((await get(path)).status).toBe(404)
})

test('W06: a response to a browser or curl is indented', async () => {
  const text = await (await get('/api/v1/pods?resourceVersion=0', { 'User-Agent': 'curl/8' })).text()
  expect(text).toMatch(/^\{\n {2}"kind": "PodList",/)
  expect(text.endsWith('}')).toBe(true)
})

test('W21: an error response has the requested media type', async () => {
  const response = await get('/api/v1/pods?watch=1', { Accept: 'application/yaml' })
  expect([response.status, response.headers.get('Content-Type')]).toEqual([406, 'application/yaml'])
})
