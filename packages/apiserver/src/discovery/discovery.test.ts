import { defineResource } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { compareKubeVersions } from '../kinds/kube-version.ts'
import { createFakeApiserver } from '../server/fake-apiserver.ts'
import { getJson, send } from '../test/fixtures.ts'
import { contentHash } from './content-hash.ts'

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const BETA = AGGREGATED.replace('v=v2', 'v=v2beta1')
const KUBECTL = `${AGGREGATED},${BETA},application/json`

const widgets = defineResource({
  group: 'rows.example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: false,
})
const server = createFakeApiserver({ resources: [widgets] })
const ask = (path: string, accept: string, headers: Record<string, string> = {}) =>
  server.fetch(path, { headers: { Accept: accept, ...headers } })

interface Discovered {
  readonly items: readonly {
    readonly metadata: object
    readonly versions: readonly { readonly version: string; readonly resources: readonly object[] }[]
  }[]
}

test('D01: all resources in one response, for the Accept header of kubectl 1.32', async () => {
  for (const path of ['/api', '/apis']) {
    const response = await ask(path, KUBECTL)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe(AGGREGATED)
    expect(response.headers.get('Vary')).toBe('Accept')
    expect(response.headers.get('Cache-Control')).toBe('public')
    expect(response.headers.get('ETag')).toMatch(/^"[0-9A-F]{128}"$/)
  }
  const core = (await (await ask('/api', KUBECTL)).json()) as Discovered
  expect(core).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' })
  expect(core.items).toHaveLength(1)
  expect(core.items[0]).toMatchObject({ metadata: {}, versions: [{ version: 'v1', freshness: 'Current' }] })
  expect(core.items[0]?.versions[0]?.resources).toContainEqual({
    resource: 'namespaces',
    responseKind: { group: '', version: '', kind: 'Namespace' },
    scope: 'Cluster',
    singularResource: 'namespace',
    verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
    shortNames: ['ns'],
    subresources: [
      {
        subresource: 'finalize',
        responseKind: { group: '', version: '', kind: 'Namespace' },
        verbs: ['update'],
      },
      {
        subresource: 'status',
        responseKind: { group: '', version: '', kind: 'Namespace' },
        verbs: ['get', 'patch', 'update'],
      },
    ],
  })
})

test('D01: versions in order, and resources without a definition after the built-in groups', async () => {
  const { items } = (await (await ask('/apis', KUBECTL)).json()) as Discovered
  expect(items[0]?.metadata).toEqual({ name: 'apiregistration.k8s.io' })
  const versions = items.flatMap(({ versions }) => versions.map(({ version }) => version))
  expect(versions.slice(5, 7)).toEqual(['v2', 'v1'])
  expect(items.at(-1)).toMatchObject({
    metadata: { name: 'rows.example.com' },
    versions: [
      {
        resources: [
          {
            resource: 'widgets',
            responseKind: { group: 'rows.example.com', version: 'v1', kind: 'Widget' },
            scope: 'Cluster',
            subresources: [{ subresource: 'status' }],
          },
        ],
      },
    ],
  })
})

test('D01: v2beta1 alone is not supported; with JSON as an alternative the older form is used', async () => {
  const refused = await ask('/apis', BETA)
  expect(refused.status).toBe(406)
  expect(await refused.json()).toMatchObject({
    reason: 'NotAcceptable',
    message:
      'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
  })
  const plain = await ask('/apis', `${BETA},application/json`)
  expect(plain.headers.get('Content-Type')).toBe('application/json')
  expect(await plain.json()).toMatchObject({ kind: 'APIGroupList' })
})

test('D01: an unsupported type, and YAML', async () => {
  const refused = await ask('/api', 'text/html')
  expect(refused.status).toBe(406)
  expect(await refused.json()).toMatchObject({
    message:
      '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    details: {},
  })
  expect((await ask('/api', 'application/yaml')).headers.get('Content-Type')).toBe('application/yaml')
})

test('D02: the older form', async () => {
  expect(await getJson(server, '/api')).toEqual({
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: 'fake-apiserver.invalid' }],
  })
  const { groups } = await getJson<{ groups: readonly object[] }>(server, '/apis')
  expect(groups).toContainEqual({
    name: 'autoscaling',
    versions: [
      { groupVersion: 'autoscaling/v2', version: 'v2' },
      { groupVersion: 'autoscaling/v1', version: 'v1' },
    ],
    preferredVersion: { groupVersion: 'autoscaling/v2', version: 'v2' },
  })
  expect(await getJson(server, '/apis/rows.example.com')).toEqual({
    kind: 'APIGroup',
    apiVersion: 'v1',
    name: 'rows.example.com',
    versions: [{ groupVersion: 'rows.example.com/v1', version: 'v1' }],
    preferredVersion: { groupVersion: 'rows.example.com/v1', version: 'v1' },
  })
})

test('D03: a client with the current ETag gets a 304', async () => {
  const etag = (await ask('/apis', AGGREGATED)).headers.get('ETag') ?? ''
  const again = await ask('/apis', AGGREGATED, { 'If-None-Match': etag })
  expect(again.status).toBe(304)
  expect(again.headers.get('ETag')).toBe(etag)
  expect(await again.text()).toBe('')
  expect((await ask('/apis', AGGREGATED, { 'If-None-Match': '"other"' })).status).toBe(200)
  expect((await ask('/apis', 'application/json', { 'If-None-Match': etag })).status).toBe(200)
})

test('D04: the resources of a version, each followed by its subresources', async () => {
  const apps = await getJson<{ resources: readonly { name: string }[] }>(server, '/apis/apps/v1')
  expect(apps).toMatchObject({ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'apps/v1' })
  expect(apps.resources.map(({ name }) => name).slice(0, 6)).toEqual([
    'controllerrevisions',
    'daemonsets',
    'daemonsets/status',
    'deployments',
    'deployments/scale',
    'deployments/status',
  ])
  expect(apps.resources[3]).toEqual({
    name: 'deployments',
    singularName: 'deployment',
    namespaced: true,
    kind: 'Deployment',
    verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
    shortNames: ['deploy'],
    categories: ['all'],
    storageVersionHash: '8aSe+NMegvE=',
  })
  expect(apps.resources[4]).toEqual({
    name: 'deployments/scale',
    singularName: '',
    namespaced: true,
    group: 'autoscaling',
    version: 'v1',
    kind: 'Scale',
    verbs: ['get', 'patch', 'update'],
  })
  expect(Object.keys(await getJson<object>(server, '/api/v1'))).toEqual(['kind', 'groupVersion', 'resources'])
})

test('D04: an unknown version: a Status for a built-in group, plain text for others', async () => {
  expect((await server.fetch('/apis/apps/v9')).status).toBe(404)
  expect(await getJson(server, '/apis/apps/v9')).toMatchObject({ reason: 'NotFound', details: {} })
  for (const path of ['/apis/rows.example.com/v2', '/apis/nosuch', '/apis/nosuch/v1']) {
    expect(await (await server.fetch(path)).text()).toBe('404 page not found\n')
  }
})

test('D07: version and health', async () => {
  const version = await (await server.fetch('/version')).text()
  expect(version).toContain('{\n  "major": "1",\n  "minor": "37",\n')
  for (const path of ['/healthz', '/readyz', '/livez', '/livez/ping', '/readyz/informer-sync']) {
    const response = await server.fetch(path)
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe('ok')
  }
  expect(await (await server.fetch('/livez?verbose')).text()).toMatch(
    /^\[\+\]ping ok\n\[\+\]log ok\n\[\+\]loopback-serving-certificate ok\n\[\+\]etcd ok\n(\[\+\]\S+ ok\n){30}livez check passed\n$/,
  )
  expect((await server.fetch('/livez/nosuch')).status).toBe(404)
  expect((await send(server, 'POST', '/version')).status).toBe(405)
})

test('versions are ordered by stability and age', () => {
  const versions = ['foo', 'v1alpha1', 'v1', 'v11alpha2', 'v10', 'v2beta1', 'v2', 'v2beta2', 'bar']
  expect(versions.toSorted(compareKubeVersions)).toEqual([
    ...['v10', 'v2', 'v1', 'v2beta2', 'v2beta1', 'v11alpha2', 'v1alpha1', 'bar', 'foo'],
  ])
})

test('a hash has 128 digits, all of which change', () => {
  const [a, b] = [contentHash('one'), contentHash('two')]
  expect(a).toMatch(/^[0-9A-F]{128}$/)
  expect(contentHash('one')).toBe(a)
  expect([...a].filter((digit, index) => digit !== b[index]).length).toBeGreaterThan(90)
})
