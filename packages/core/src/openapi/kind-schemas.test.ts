import { createFakeApiserver } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { isForbidden, isNotFound } from '../api/errors.ts'
import { createKubeClient } from '../client/kube-client.ts'
import type { JSONSchema } from './json-schema.ts'
import { KindSchemas } from './kind-schemas.ts'
import { openAPIDocuments } from './open-api-documents.ts'

const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment' }
const WIDGET = { group: 'example.com', version: 'v1', kind: 'Widget' }

const widgets = (size: JSONSchema) => ({
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
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', required: ['size'], properties: { size } } },
          },
        },
      },
    ],
  },
})

function rig(options: Parameters<typeof createFakeApiserver>[0] = {}) {
  const server = createFakeApiserver(options)
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
  const requested = () => server.requests.flatMap(({ path }) => (path.startsWith('/openapi') ? [path] : []))
  return { server, client, requested, schemas: new KindSchemas({ client }) }
}

/** Every `$ref` in a value. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' && typeof member === 'string' ? [member] : referencesIn(member),
  )
}

test('a schema is complete in itself: it has the types that it refers to, and no others', async () => {
  const { schemas } = rig()
  const schema = await schemas.schemaOf(DEPLOYMENT)
  expect(schema['x-kubernetes-group-version-kind']).toEqual([DEPLOYMENT])
  expect(Object.keys(schema.properties ?? {}).sort()).toEqual([
    ...['apiVersion', 'kind', 'metadata', 'spec', 'status'],
  ])
  const names = Object.keys(schema.definitions)
  expect(names).toContain('io.k8s.api.core.v1.Container')
  expect(names).not.toContain('io.k8s.api.apps.v1.StatefulSet')
  const references = new Set(referencesIn(schema))
  expect([...references].sort()).toEqual(names.map(name => `#/definitions/${name}`).sort())
  expect(Object.isFrozen(schema.definitions['io.k8s.api.core.v1.Container']?.properties)).toBe(true)
})

test('a custom resource has the schema of its definition', async () => {
  const { server, schemas } = rig()
  server.create(widgets({ type: 'integer', minimum: 1, description: 'How many.', default: 3 }))
  const { properties } = await schemas.schemaOf(WIDGET)
  expect(properties?.spec).toEqual({
    type: 'object',
    required: ['size'],
    properties: { size: { type: 'integer', minimum: 1, description: 'How many.', default: 3 } },
  })
})

test('concurrent questions share the index and the document; later ones ask for the index only', async () => {
  const { schemas, requested } = rig()
  const kinds = ['Deployment', 'Deployment', 'ReplicaSet'].map(kind => ({ ...DEPLOYMENT, kind }))
  const [first, same] = await Promise.all(kinds.map(kind => schemas.schemaOf(kind)))
  expect(same).toBe(first)
  expect(requested()).toEqual(['/openapi/v3', '/openapi/v3/apis/apps/v1'])
  expect(await schemas.schemaOf(DEPLOYMENT)).toBe(first)
  expect(requested()).toHaveLength(3)
})

test('a document that has changed is read again', async () => {
  const { server, schemas } = rig()
  server.create(widgets({ type: 'integer' }))
  const before = await schemas.schemaOf(WIDGET)
  server.update(widgets({ type: 'string' }))
  const after = await schemas.schemaOf(WIDGET)
  expect([before, after].map(({ properties }) => properties?.spec?.properties?.size?.type)).toEqual([
    ...['integer', 'string'],
  ])
})

test('only the schemas that were used last are kept', async () => {
  const { client, requested } = rig()
  const schemas = new KindSchemas({ client, capacity: 1 })
  const other = { ...DEPLOYMENT, kind: 'ReplicaSet' }
  for (const kind of [DEPLOYMENT, DEPLOYMENT, other, DEPLOYMENT]) await schemas.schemaOf(kind)
  expect(requested().filter(path => path !== '/openapi/v3')).toHaveLength(3)
})

test.each([
  [{ ...DEPLOYMENT, kind: 'Nosuch' }, 'there is no schema of Nosuch in apps/v1: the OpenAPI document'],
  [
    { ...DEPLOYMENT, version: 'v9' },
    'there is no schema of Deployment in apps/v9: the server has no OpenAPI doc',
  ],
  [
    { group: '', version: 'v9', kind: 'Pod' },
    'there is no schema of Pod in v9: the server has no OpenAPI document',
  ],
])('%j is not found', async (kind, message) => {
  const { schemas } = rig()
  const error = await schemas.schemaOf(kind).catch(reason => reason)
  expect([isNotFound(error), error.message.startsWith(message)]).toEqual([true, true])
})

test.each([
  [404, isNotFound, 'there is no schema of Deployment in apps/v1: the server has no OpenAPI v3 documents'],
  [403, isForbidden, 'read the index of the OpenAPI documents'],
])('a server that answers %d says so', async (code, isExpected, message) => {
  const { server, schemas } = rig()
  server.faults.add({ match: { pathPattern: '/openapi/v3' }, action: { type: 'status', code } })
  const error = await schemas.schemaOf(DEPLOYMENT).catch(reason => reason)
  expect([isExpected(error), error.message]).toEqual([true, expect.stringContaining(message)])
  server.faults.clear()
  expect((await schemas.schemaOf(DEPLOYMENT)).definitions).toBeDefined()
})

test('a caller that leaves does not end the request of another one; the last one does', async () => {
  const { server, client } = rig()
  const aborted: string[] = []
  const watched = {
    request: (path: string, request: { readonly signal?: AbortSignal | undefined } = {}) => {
      request.signal?.addEventListener('abort', () => aborted.push(path))
      return client.request(path, request)
    },
  }
  const schemas = new KindSchemas({ client: watched })
  const leaving = new AbortController()
  const left = schemas.schemaOf(DEPLOYMENT, { signal: leaving.signal })
  const staying = schemas.schemaOf(DEPLOYMENT)
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect((await staying).definitions).toBeDefined()
  const count = server.requests.length
  aborted.length = 0
  const alone = schemas.schemaOf({ ...DEPLOYMENT, kind: 'ReplicaSet' }, { signal: AbortSignal.abort() })
  await expect(alone).rejects.toThrow()
  expect(server.requests.length).toBe(count)
})

test('the paths of the documents are below the base URL, by group version', async () => {
  const answer = {
    paths: {
      'api/v1': { serverRelativeURL: 'https://elsewhere.test/secret?hash=AB' },
      'apis/apps/v1': { serverRelativeURL: '/openapi/v3/apis/apps/v1' },
      'apis/apps': { serverRelativeURL: '/openapi/v3/apis/apps?hash=CD' },
      version: { serverRelativeURL: '/openapi/v3/version?hash=EF' },
    },
  }
  const client = { request: async () => new Response(JSON.stringify(answer)) }
  expect([...(await openAPIDocuments(client))]).toEqual([
    ['v1', '/openapi/v3/api/v1?hash=AB'],
    ['apps/v1', '/openapi/v3/apis/apps/v1'],
  ])
})

/** A server with one document, whose index names it with this query. */
function served(query: string, document: object = { openapi: '3.0.0' }) {
  const requests: string[] = []
  const index = {
    paths: {
      'apis/a.io/v1': { serverRelativeURL: `/openapi/v3/apis/a.io/v1${query}` },
      'apis/b.io/v1': null,
    },
  }
  const kinds = ['A', 'B', 'C'].map(kind => [
    kind,
    { 'x-kubernetes-group-version-kind': [{ group: 'a.io', version: 'v1', kind }] },
  ])
  const client = {
    request: async (path: string) => {
      requests.push(path)
      if (path === '/openapi/v3') return Response.json(index)
      return Response.json({ ...document, components: { schemas: Object.fromEntries(kinds) } })
    },
  }
  const documents = () => requests.filter(path => path !== '/openapi/v3')
  return { client, documents, kind: (kind: string) => ({ group: 'a.io', version: 'v1', kind }) }
}

test('a document without a hash is read again each time', async () => {
  const { client, documents, kind } = served('')
  const schemas = new KindSchemas({ client })
  for (let times = 0; times < 2; times++) await schemas.schemaOf(kind('A'))
  expect(documents()).toEqual(['/openapi/v3/apis/a.io/v1', '/openapi/v3/apis/a.io/v1'])
})

test('the schema that was used least recently gives way', async () => {
  const { client, documents, kind } = served('?hash=AB', {})
  const schemas = new KindSchemas({ client, capacity: 2 })
  for (const name of ['A', 'B', 'A', 'C', 'A']) await schemas.schemaOf(kind(name))
  expect(documents()).toHaveLength(3)
  await schemas.schemaOf(kind('B'))
  expect(documents()).toHaveLength(4)
})

test('a version that the index describes with null has a document of its path', async () => {
  expect([...(await openAPIDocuments(served('').client))]).toEqual([
    ['a.io/v1', '/openapi/v3/apis/a.io/v1'],
    ['b.io/v1', '/openapi/v3/apis/b.io/v1'],
  ])
})

test.each([[null], [undefined]])('an index whose paths are %s has no documents', async paths => {
  const client = { request: async () => new Response(JSON.stringify({ paths: paths ?? null })) }
  expect((await openAPIDocuments(client)).size).toBe(0)
})
