import { defineResource } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { createFakeApiserver } from '../server/fake-apiserver.ts'
import { getJson, send } from '../test/fixtures.ts'

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, TypeObject>> }
}

interface Operation {
  readonly parameters?: readonly { readonly name: string }[]
  readonly requestBody?: { readonly content: object }
  readonly 'x-kubernetes-action'?: string
  readonly 'x-kubernetes-group-version-kind'?: object
}

interface TypeObject {
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
  readonly 'x-kubernetes-group-version-kind'?: readonly object[]
}

const server = createFakeApiserver()
const documentOf = (groupVersion: string, from = server) =>
  getJson<Document>(from, `/openapi/v3/${groupVersion}`)

test('the index lists a document for each group version, with a hash of its content', async () => {
  const response = await server.fetch('/openapi/v3')
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  const { paths } = await response.json()
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['api/v1', 'apis/apps/v1', 'apis/autoscaling/v2']),
  )
  expect(paths['apis/apps/v1'].serverRelativeURL).toMatch(
    /^\/openapi\/v3\/apis\/apps\/v1\?hash=[0-9A-F]{128}$/,
  )
})

test('D03: a document with the current hash is cacheable for ever; another hash redirects', async () => {
  const { paths } = await getJson<{ paths: Record<string, { serverRelativeURL: string }> }>(
    server,
    '/openapi/v3',
  )
  const url = paths['apis/apps/v1']?.serverRelativeURL ?? ''
  const response = await server.fetch(url)
  expect(response.headers.get('Cache-Control')).toBe('public, immutable')
  const etag = response.headers.get('ETag') ?? ''
  expect(url).toContain(etag.slice(1, -1))
  expect((await server.fetch(url, { headers: { 'If-None-Match': etag } })).status).toBe(304)
  const moved = await server.fetch('/openapi/v3/apis/apps/v1?hash=old')
  expect([moved.status, moved.headers.get('Location')]).toEqual([301, url])
  const plain = await server.fetch('/openapi/v3/apis/apps/v1')
  expect(plain.headers.get('Cache-Control')).toBe('no-cache, private')
  expect((await server.fetch('/openapi/v3/apis/nosuch/v1')).status).toBe(404)
})

test('D05: a path has the extensions for kubectl: kind, patches, field validation, dry run', async () => {
  const { paths } = await documentOf('apis/apps/v1')
  const item = paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}']
  expect(Object.keys(item ?? {})).toEqual(['get', 'put', 'delete', 'patch', 'parameters'])
  expect(item?.patch).toMatchObject({
    'x-kubernetes-action': 'patch',
    'x-kubernetes-group-version-kind': { group: 'apps', version: 'v1', kind: 'Deployment' },
  })
  expect(item?.patch?.parameters?.map(({ name }) => name)).toEqual([
    ...['dryRun', 'fieldManager', 'fieldValidation', 'force'],
  ])
  expect(Object.keys(item?.patch?.requestBody?.content ?? {})).toEqual([
    'application/apply-patch+yaml',
    'application/json-patch+json',
    'application/merge-patch+json',
    'application/strategic-merge-patch+json',
  ])
  expect(Object.keys(paths['/apis/apps/v1/deployments'] ?? {})).toEqual(['get'])
  const scale = paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale']
  expect(scale?.get).toMatchObject({
    'x-kubernetes-group-version-kind': { group: 'autoscaling', version: 'v1', kind: 'Scale' },
  })
})

test('D05: types refer to each other and have their merge keys', async () => {
  const { components } = await documentOf('api/v1')
  const { schemas } = components
  expect(schemas['io.k8s.api.core.v1.Pod']?.['x-kubernetes-group-version-kind']).toEqual([
    { group: '', kind: 'Pod', version: 'v1' },
  ])
  const podSpec = schemas['io.k8s.api.core.v1.PodSpec']
  expect(podSpec?.required).toEqual(['containers'])
  expect(podSpec?.properties?.containers).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/io.k8s.api.core.v1.Container' },
    'x-kubernetes-list-map-keys': ['name'],
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-patch-merge-key': 'name',
    'x-kubernetes-patch-strategy': 'merge',
  })
  const references = JSON.stringify(schemas).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
  const missing = [...references].map(([, name = '']) => name).filter(name => !schemas[name])
  expect(missing).toEqual([])
})

test('custom resources follow their definition, and the document changes with it', async () => {
  const custom = createFakeApiserver()
  const at = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  const spec = { description: 'What it is.', type: 'object', properties: { size: { type: 'integer' } } }
  const openAPIV3Schema = { type: 'object', properties: { spec } }
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }
  await send(custom, 'POST', at, {
    metadata: { name: 'widgets.stable.example.com' },
    spec: {
      group: 'stable.example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ ...version, selectableFields: [{ jsonPath: '.spec.size' }] }],
    },
  })
  const { components, paths } = await documentOf('apis/stable.example.com/v1', custom)
  expect(components.schemas['com.example.stable.v1.Widget']).toEqual({
    type: 'object',
    properties: {
      spec,
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }] },
    },
    'x-kubernetes-group-version-kind': [{ group: 'stable.example.com', kind: 'Widget', version: 'v1' }],
    'x-kubernetes-selectable-fields': [{ fieldPath: 'spec.size' }],
  })
  const patch = paths['/apis/stable.example.com/v1/namespaces/{namespace}/widgets/{name}']?.patch
  expect(Object.keys(patch?.requestBody?.content ?? {})).not.toContain(
    'application/strategic-merge-patch+json',
  )
  const tag = async () => (await custom.fetch('/openapi/v3/apis/stable.example.com/v1')).headers.get('ETag')
  const before = await tag()
  await send(
    custom,
    'PATCH',
    `${at}/widgets.stable.example.com`,
    { spec: { names: { shortNames: ['wd'] } } },
    'application/merge-patch+json',
  )
  expect(await tag()).not.toBe(before)
})

test('a resource without a definition has a type that accepts anything', async () => {
  const gadgets = defineResource({
    group: 'example.com',
    version: 'v1',
    plural: 'gadgets',
    kind: 'Gadget',
    namespaced: false,
  })
  const { components } = await documentOf(
    'apis/example.com/v1',
    createFakeApiserver({ resources: [gadgets] }),
  )
  expect(components.schemas['com.example.v1.Gadget']).toMatchObject({
    'x-kubernetes-preserve-unknown-fields': true,
    type: 'object',
  })
})

test('OpenAPI v2 is empty, as JSON and as the protobuf that kubectl requests', async () => {
  expect(await getJson(server, '/openapi/v2')).toMatchObject({ swagger: '2.0', paths: {} })
  const Accept = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'
  const response = await server.fetch('/openapi/v2', { headers: { Accept } })
  expect(response.headers.get('Content-Type')).toBe(
    'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
  )
  const text = new TextDecoder().decode(await response.arrayBuffer())
  expect(text).toBe('\n\x032.0\x12\x13\n\nKubernetes\x12\x05v1.37')
})
