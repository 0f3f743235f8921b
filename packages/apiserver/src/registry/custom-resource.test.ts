import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { ask } from '../test/fixtures.ts'

const PATH = '/apis/example.com/v1/namespaces/default/widgets'
const MERGE = 'application/merge-patch+json'
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
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['n'],
                properties: {
                  n: { type: 'integer' },
                  mode: { type: 'string', default: 'x' },
                  replicas: { type: 'integer' },
                },
              },
              status: { type: 'object', properties: { replicas: { type: 'integer' } } },
            },
          },
        },
      },
    ],
  },
}
const type = { kind: 'Widget', apiVersion: 'example.com/v1' }
const widget = (name: string, spec: object = { n: 1 }) => ({ ...type, metadata: { name }, spec })

let server: FakeApiserver
beforeEach(() => {
  server = createFakeApiserver({ clock: new FakeClock(), objects: [definition] })
})

const post = (body: unknown, query = '') => ask(server, 'POST', PATH + query, body)

test('the definition’s defaults, pruning and validation apply', async () => {
  const created = await post({ ...widget('a', { n: 1, bogus: 1 }), status: { replicas: 3 } })
  expect(created).toMatchObject({
    code: 201,
    body: { metadata: { generation: 1 }, spec: { n: 1, mode: 'x' } },
    warnings: '299 - "unknown field \\"spec.bogus\\""',
  })
  expect(created.body).not.toHaveProperty('status')
  expect((await post(widget('b', { n: 'x' }))).body).toMatchObject({
    code: 422,
    message:
      'Widget.example.com "b" is invalid: spec.n: Invalid value: "string": spec.n in body must be of type integer: "string"',
    details: { causes: [{ reason: 'FieldValueTypeInvalid' }] },
  })
  expect((await post(widget('b', { n: 1, q: 1 }), '?fieldValidation=Strict')).body.message).toBe(
    'Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "spec.q"',
  )
})

test('a custom object must specify its type', async () => {
  expect((await post({ metadata: { name: 'a' } })).body.message).toBe(
    `the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in '{"metadata":{"name":"a"}}' ({"metadata":{"name":"a"}})`,
  )
  expect((await post({ kind: 'Widget', metadata: { name: 'a' } })).body.message).toBe(
    'the API version in the data () does not match the expected API version (example.com/v1)',
  )
  expect((await post({ ...widget('a'), kind: 'Foo' })).body).toMatchObject({
    code: 422,
    message: 'Foo.example.com "a" is invalid: kind: Invalid value: "Foo": must be Widget',
  })
})

test('PUT requires a resourceVersion and counts changes except those of the status', async () => {
  const { body } = await post(widget('a'))
  const put = (object: object, path = '') => ask(server, 'PUT', `${PATH}/a${path}`, object)
  expect((await put(widget('a'))).body.message).toBe(
    'widgets.example.com "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
  )
  const changed = await put({ ...body, spec: { n: 2 } })
  expect(changed.body).toMatchObject({ metadata: { generation: 2 }, spec: { n: 2, mode: 'x' } })
  const status = await put({ ...changed.body, spec: { n: 9 }, status: { replicas: 4 } }, '/status')
  expect(status.body).toMatchObject({ metadata: { generation: 2 }, spec: { n: 2 }, status: { replicas: 4 } })
})

test('metadata errors are repeated in the causes, as on a real server', async () => {
  await post(widget('a'))
  const { body } = await ask(server, 'PATCH', `${PATH}/a`, { metadata: { labels: { x: 'a b' } } }, MERGE)
  expect(body.details?.causes).toHaveLength(3)
  expect(body.message?.split('metadata.labels')).toHaveLength(2)
})

test('the scale uses the definition’s paths', async () => {
  await post(widget('a'))
  const scale = (method: string, body?: object) => ask(server, method, `${PATH}/a/scale`, body, MERGE)
  expect((await scale('GET')).body.message).toBe(
    'Internal error occurred: the spec replicas field ".spec.replicas" does not exist',
  )
  expect((await scale('PATCH', { spec: { replicas: 2 } })).body.spec).toEqual({ replicas: 2 })
  expect((await scale('PATCH', { spec: { replicas: -1 } })).body.message).toBe(
    'Widget.example.com "a" is invalid: .spec.replicas: Invalid value: -1: should be a non-negative integer',
  )
})
