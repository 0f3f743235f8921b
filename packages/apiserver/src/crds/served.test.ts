import type { KubernetesObject } from '@kube-informer/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { ask, getJson, send } from '../test/fixtures.ts'

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets'
const MERGE = 'application/merge-patch+json'

const integer = { type: 'integer' }
const openAPIV3Schema = {
  type: 'object',
  properties: {
    spec: { type: 'object', required: ['size'], properties: { size: integer, replicas: integer } },
    status: { type: 'object', properties: { replicas: integer } },
  },
}

const definition = {
  kind: 'CustomResourceDefinition',
  apiVersion: 'apiextensions.k8s.io/v1',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema },
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
        selectableFields: [{ jsonPath: '.spec.size' }],
        additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
      },
      { name: 'v1beta1', served: true, storage: false, deprecated: true, schema: { openAPIV3Schema } },
    ],
  },
}

const widget = (name: string, spec: object, metadata: object = {}) => ({
  kind: 'Widget',
  apiVersion: 'example.com/v1',
  metadata: { name, namespace: 'default', ...metadata },
  spec,
})

let server: FakeApiserver
beforeEach(() => {
  server = createFakeApiserver()
})

const statusOf = async (method: string, path: string, body?: unknown, type?: string) => {
  const response = await send(server, method, path, body, type)
  return { code: response.status, ...(await response.json()) }
}

test('a created definition is returned as sent, and is served after the response', async () => {
  expect((await server.fetch(WIDGETS)).status).toBe(404)
  expect(await (await server.fetch(WIDGETS)).text()).toBe('404 page not found\n')
  const response = await send(server, 'POST', CRDS, definition)
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({
    metadata: { generation: 1 },
    spec: { names: { singular: 'widget', listKind: 'WidgetList' }, conversion: { strategy: 'None' } },
    status: { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] },
  })
  expect((await server.fetch(WIDGETS)).status).toBe(200)
  expect((await statusOf('POST', WIDGETS, widget('a', { size: 1 }))).spec).toEqual({ size: 1 })
})

test('an invalid definition is rejected with all its errors', async () => {
  const { spec } = definition
  const wrong = { ...definition, spec: { ...spec, scope: 'Foo', group: 'other.com' } }
  expect(await statusOf('POST', CRDS, wrong)).toMatchObject({
    code: 422,
    reason: 'Invalid',
    message:
      'CustomResourceDefinition.apiextensions.k8s.io "widgets.example.com" is invalid: [metadata.name: Invalid value: "widgets.example.com": must be spec.names.plural+"."+spec.group, spec.scope: Unsupported value: "Foo": supported values: "Cluster", "Namespaced"]',
  })
  expect((await server.fetch(WIDGETS)).status).toBe(404)
})

test('an established definition cannot become another resource', async () => {
  await send(server, 'POST', CRDS, definition)
  const change = (spec: object) => statusOf('PATCH', `${CRDS}/widgets.example.com`, { spec }, MERGE)
  expect((await change({ scope: 'Cluster' })).message).toContain(
    'spec.scope: Invalid value: "Cluster": field is immutable',
  )
  expect((await change({ names: { kind: 'Gadget' } })).message).toContain(
    'spec.names.kind: Invalid value: "Gadget": field is immutable',
  )
  expect(await change({ names: { shortNames: ['wd'] } })).toMatchObject({
    code: 200,
    metadata: { generation: 2 },
  })
  expect(await getJson(server, '/apis/example.com/v1')).toMatchObject({
    resources: [{ shortNames: ['wd'] }, {}, {}],
  })
})

test('definitions and their objects can be initial objects, or written in one synchronous step', () => {
  const listed = createFakeApiserver({ objects: [widget('a', { size: 1 }), definition] })
  expect(listed.resources.some(({ kind }) => kind === 'Widget')).toBe(true)
  server.create(definition)
  expect(server.create(widget('b', { size: 1 })).metadata).toMatchObject({ name: 'b', namespace: 'default' })
  server.delete(definition)
  expect(server.resources.some(({ kind }) => kind === 'Widget')).toBe(false)
})

test('an object is the same in every version except for its apiVersion', async () => {
  await send(server, 'POST', CRDS, definition)
  await send(server, 'POST', WIDGETS, widget('a', { size: 1 }))
  const beta = WIDGETS.replace('v1/', 'v1beta1/')
  expect(await getJson(server, `${beta}/a`)).toMatchObject({
    apiVersion: 'example.com/v1beta1',
    kind: 'Widget',
    spec: { size: 1 },
  })
  const list = await getJson<{ apiVersion: string; items: KubernetesObject[] }>(server, beta)
  expect([list.apiVersion, list.items[0]?.apiVersion]).toEqual(['example.com/v1beta1', 'example.com/v1beta1'])
  expect((await server.fetch(beta)).headers.get('Warning')).toBe(
    '299 - "example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget"',
  )
})

test('status, scale, fields and columns follow the definition', async () => {
  await send(server, 'POST', CRDS, definition)
  await send(server, 'POST', WIDGETS, { ...widget('a', { size: 1, replicas: 2 }), status: { replicas: 9 } })
  await send(server, 'POST', WIDGETS, widget('b', { size: 2 }))
  expect(await getJson(server, `${WIDGETS}/a`)).not.toHaveProperty('status')
  await send(server, 'PATCH', `${WIDGETS}/a/status`, { status: { replicas: 1 }, spec: { size: 5 } }, MERGE)
  expect(await getJson(server, `${WIDGETS}/a`)).toMatchObject({ spec: { size: 1 }, status: { replicas: 1 } })
  expect(await getJson(server, `${WIDGETS}/a/scale`)).toMatchObject({
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    spec: { replicas: 2 },
    status: { replicas: 1 },
  })
  const chosen = await getJson<{ items: object[] }>(server, `${WIDGETS}?fieldSelector=spec.size%3D2`)
  expect(chosen.items).toMatchObject([{ metadata: { name: 'b' } }])
  const Accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'
  const table = await (await server.fetch(WIDGETS, { headers: { Accept } })).json()
  expect(table.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Size'])
  expect(table.rows.map(({ cells }: { cells: unknown[] }) => cells)).toEqual([
    ['a', 1],
    ['b', 2],
  ])
  const beta = WIDGETS.replace('v1/', 'v1beta1/')
  expect(await statusOf('GET', `${beta}/a/status`)).toMatchObject({ code: 404 })
})

test('a terminating definition rejects new objects, and its removal ends the watches', async () => {
  await send(server, 'POST', CRDS, definition)
  await send(server, 'POST', WIDGETS, widget('held', { size: 1 }, { finalizers: ['example.com/hold'] }))
  await send(server, 'POST', WIDGETS, widget('free', { size: 1 }))
  const watch = await server.fetch(`${WIDGETS}?watch=1&resourceVersion=${server.rv}`)
  const deleted = await statusOf('DELETE', `${CRDS}/widgets.example.com`)
  expect(deleted).toMatchObject({
    code: 200,
    metadata: { finalizers: ['customresourcecleanup.apiextensions.k8s.io'], generation: 1 },
  })
  expect(deleted.status.conditions.at(-1)).toMatchObject({
    type: 'Terminating',
    reason: 'InstanceDeletionPending',
  })
  expect(await statusOf('POST', WIDGETS, widget('late', { size: 1 }))).toMatchObject({
    code: 403,
    message:
      'widgets.example.com "late" is forbidden: create not allowed while custom resource definition is terminating',
  })
  expect(await getJson(server, WIDGETS)).toMatchObject({ items: [{ metadata: { name: 'held' } }] })
  await send(server, 'PATCH', `${WIDGETS}/held`, { metadata: { finalizers: null } }, MERGE)
  const events = (await watch.text())
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(events.map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual(
    expect.arrayContaining(['DELETED free', 'MODIFIED held', 'DELETED held']),
  )
  expect(await (await server.fetch(WIDGETS)).text()).toBe('404 page not found\n')
  expect((await server.fetch(`${CRDS}/widgets.example.com`)).status).toBe(404)
})

const fields = (properties: object) => ({
  openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } },
})
const text = { type: 'string' }
const { spec } = definition

test('a version omits fields that its schema does not have; reads set the defaults of the stored version', async () => {
  const versions = [
    { name: 'v1', served: true, storage: true, schema: fields({ a: text, b: { ...text, default: 'x' } }) },
    {
      name: 'v1beta1',
      served: true,
      storage: false,
      schema: fields({ a: text, old: { ...text, default: 'y' } }),
    },
  ]
  await send(server, 'POST', CRDS, { ...definition, spec: { ...spec, versions } })
  const beta = WIDGETS.replace('v1/', 'v1beta1/')
  const watch = await server.fetch(`${beta}?watch=1&resourceVersion=${server.rv}`)
  await send(server, 'POST', WIDGETS, widget('a', { a: '1' }))
  const of = async (path: string) => {
    const { apiVersion, spec: seen } = await getJson<{ apiVersion: string; spec: object }>(server, path)
    return [apiVersion, seen]
  }
  expect(await of(`${WIDGETS}/a`)).toEqual(['example.com/v1', { a: '1', b: 'x' }])
  expect(await of(`${beta}/a`)).toEqual(['example.com/v1beta1', { a: '1' }])
  const inBeta = { ...widget('b', { a: '2', b: 'lost', old: 'kept?' }), apiVersion: 'example.com/v1beta1' }
  await send(server, 'POST', beta, inBeta)
  expect(await of(`${WIDGETS}/b`)).toEqual(['example.com/v1', { a: '2', b: 'x' }])
  expect(await getJson(server, beta)).toMatchObject({
    items: [{ spec: { a: '1' } }, { spec: { a: '2' } }],
  })
  server.dropWatches()
  const events = (await watch.text())
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(events.map(({ object }) => [object.apiVersion, object.spec])).toEqual([
    ['example.com/v1beta1', { a: '1' }],
    ['example.com/v1beta1', { a: '2' }],
  ])
  await send(server, 'DELETE', `${beta}/a`)
  expect((await server.fetch(`${WIDGETS}/a`)).status).toBe(404)
})

describe('after a change of the schema, reads of stored objects', () => {
  const versionOf = (properties: object, more: object = {}) => ({
    name: 'v1',
    served: true,
    storage: true,
    schema: fields(properties),
    ...more,
  })
  const change = async (...versions: readonly object[]) => {
    const { code } = await ask(
      server,
      'PATCH',
      `${CRDS}/widgets.example.com`,
      { spec: { versions } },
      'application/merge-patch+json',
    )
    expect(code).toBe(200)
  }
  const merge = (path: string, body: object) =>
    ask(server, 'PATCH', path, body, 'application/merge-patch+json')
  const inner = { type: 'object', properties: { on: { type: 'boolean', default: true } } }

  beforeEach(async () => {
    const versions = [versionOf({ a: text, gone: text, list: { type: 'array', items: { type: 'object' } } })]
    await send(server, 'POST', CRDS, { ...definition, spec: { ...spec, versions } })
    await send(server, 'POST', WIDGETS, widget('a', { a: '1', gone: 'x', list: [{}] }))
  })

  test('have its defaults, and not its former fields: get, list, watch and selectors', async () => {
    const { rv } = server
    await change(versionOf({ a: text, b: { ...text, default: 'y' }, list: { type: 'array', items: inner } }))
    const seen = {
      metadata: { resourceVersion: rv, generation: 1 },
      spec: { a: '1', b: 'y', list: [{ on: true }] },
    }
    const { body } = await ask(server, 'GET', `${WIDGETS}/a`)
    expect(body).toMatchObject(seen)
    expect(body.spec).not.toHaveProperty('gone')
    for (const query of ['', '?resourceVersion=0', '?limit=1', '?fieldSelector=metadata.name=a'])
      expect(await getJson(server, WIDGETS + query)).toMatchObject({ items: [seen] })
    const watch = await server.fetch(`${WIDGETS}?watch=1`)
    server.dropWatches()
    expect(JSON.parse(await watch.text())).toMatchObject({ type: 'ADDED', object: seen })
  })

  test('by a watch from before need a new list', async () => {
    const { rv } = server
    await change(versionOf({ a: text }))
    const expired = await server.fetch(`${WIDGETS}?watch=1&resourceVersion=${rv}`)
    expect(await expired.text()).toContain(`too old resource version: ${rv} `)
  })

  test('lead to a write even by a patch that changes nothing', async () => {
    await change(versionOf({ a: text, b: { ...text, default: 'y' } }))
    const { body: first } = await merge(`${WIDGETS}/a`, {})
    expect(first).toMatchObject({ metadata: { resourceVersion: server.rv, generation: 1 }, spec: { b: 'y' } })
    const { body: second } = await merge(`${WIDGETS}/a`, {})
    expect(second.metadata?.resourceVersion).toBe(first.metadata?.resourceVersion)
    await change(versionOf({ a: text, b: { ...text, default: 'z' } }))
    expect((await ask(server, 'GET', `${WIDGETS}/a`)).body.spec).toEqual({ a: '1', b: 'y' })
  })

  test('have the defaults of the version in which they were stored', async () => {
    const old = versionOf({ a: text, b: { ...text, default: 'y' } }, { storage: false })
    await change(old, versionOf({ a: text, c: { ...text, default: 'z' } }, { name: 'v2' }))
    const v2 = WIDGETS.replace('v1/', 'v2/')
    const specs = async () => [
      (await ask(server, 'GET', `${WIDGETS}/a`)).body.spec,
      (await ask(server, 'GET', `${v2}/a`)).body.spec,
    ]
    expect(await specs()).toEqual([{ a: '1', b: 'y' }, { a: '1' }])
    await merge(`${v2}/a`, {})
    expect(await specs()).toEqual([{ a: '1' }, { a: '1', c: 'z' }])
  })

  test('replace a null that is no longer allowed, and keep a value of a wrong type', async () => {
    const any = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec: any } } }
    await change(versionOf({}, { schema }))
    await send(server, 'POST', WIDGETS, widget('b', { a: null, b: null, c: 1, d: 'x' }))
    const withDefault = { ...text, default: 'y' }
    await change(versionOf({ a: withDefault, b: { ...withDefault, nullable: true }, c: withDefault }))
    expect((await ask(server, 'GET', `${WIDGETS}/b`)).body.spec).toEqual({ a: 'y', b: null, c: 1 })
  })
})
