import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import type { Kind } from '../kinds/kind.ts'
import { namedKind } from '../kinds/named-kind.ts'
import type { AnyObject } from '../object/any-object.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { errorTexts } from '../test/error-texts.ts'
import { ask } from '../test/fixtures.ts'
import { customStrategy } from './custom-resource.ts'
import { customResourceDefinitionStrategy } from './custom-resource-definition.ts'
import { customKindError, customVersionError } from './custom-type.ts'
import type { WriteContext } from './strategy.ts'

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

/** The kind of Widgets. */
const kindOf = (): Kind => ({
  ...namedKind({ group: 'example.com', version: 'v1', plural: 'widgets', kind: 'Widget', namespaced: true }),
  subresources: [{ name: 'status', kind: 'Widget', verbs: [] }],
  scale: {
    ...{ specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
    labelSelectorPath: undefined,
  },
})

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

test('a kind without a scale has no errors of replicas', () => {
  const kind = { ...kindOf(), scale: undefined }
  expect(customStrategy(kind).validateLast?.({ spec: { replicas: -1 } })).toEqual([])
})

test('the strategy of custom resources', () => {
  const { name: _name, warnings: _warnings, validateLast: _last, ...flags } = customStrategy(kindOf())
  expect(flags).toEqual({
    countsGeneration: true,
    hasStatus: true,
    statusMetadata: 'none',
    createsOnUpdate: false,
    requiresRevision: true,
    returnsDeleted: false,
    orphansByDefault: false,
  })
  expect(customStrategy({ ...kindOf(), subresources: [] }).hasStatus).toBe(false)
})

test.each<[object, string[]]>([
  [{}, []],
  [{ spec: {} }, []],
  [{ spec: null }, []],
  [{ spec: { replicas: null } }, []],
  [{ spec: { replicas: 0 } }, []],
  [{ spec: { replicas: -1 } }, ['.spec.replicas: Invalid value: -1: should be a non-negative integer']],
  [
    { spec: { replicas: 'x' } },
    [
      '.spec.replicas: Invalid value: 0: .spec.replicas accessor error: x is of the type string, expected int64',
    ],
  ],
  [
    { spec: 'x' },
    [
      '.spec.replicas: Invalid value: 0: .spec.replicas accessor error: x is of the type string, expected map[string]interface{}',
    ],
  ],
])('the replicas of %j', (object, expected) => {
  expect(errorTexts(customStrategy(kindOf()).validateLast?.(object as AnyObject) ?? [])).toEqual(expected)
})

test('a new finalizer without a domain has a warning', () => {
  const objectOf = (...finalizers: string[]): AnyObject => ({ metadata: { finalizers } })
  const warnings = (next: AnyObject, stored?: AnyObject) => customStrategy(kindOf()).warnings?.(next, stored)
  const text = (name: string) =>
    expect.stringMatching(`^metadata.finalizers: "${name}": prefer a domain-qualified`)
  expect(warnings(objectOf('a', 'e.com/b', 'orphan', 'c'))).toEqual([text('a'), text('c')])
  expect(warnings(objectOf('a', 'c'), objectOf('a'))).toEqual([text('c')])
  expect(warnings({}, undefined)).toEqual([])
})

test.each([
  [{ kind: 'Widget' }, undefined],
  [
    { kind: 'Foo', metadata: { name: 'a' } },
    'Foo.example.com "a" is invalid: kind: Invalid value: "Foo": must be Widget',
  ],
  [{}, '.example.com "" is invalid: kind: Invalid value: null: must be Widget'],
])('the kind of %j', (object, message) => {
  expect(customKindError(kindOf(), object as AnyObject)?.status.message).toBe(message)
})

test.each([
  [{ apiVersion: 'example.com/v1' }, undefined],
  [
    { apiVersion: 'other.com/v2', metadata: { name: 'a' } },
    'Widget.other.com "a" is invalid: apiVersion: Invalid value: "other.com/v2": must be example.com/v1',
  ],
  [{ apiVersion: 'v2' }, 'Widget "" is invalid: apiVersion: Invalid value: "v2": must be example.com/v1'],
])('the version of %j', (object, message) => {
  expect(customVersionError(kindOf(), object as AnyObject)?.status.message).toBe(message)
})

test('a definition keeps its group and plural, and once established its scope and kind', () => {
  const changed = (spec: object, isEstablished: boolean) => {
    const conditions = [{ type: 'Established', status: isEstablished ? 'True' : 'False' }]
    const stored = { ...definition, status: { conditions } } as unknown as AnyObject
    const next = { ...definition, spec: { ...definition.spec, ...spec } } as unknown as AnyObject
    return errorTexts(
      customResourceDefinitionStrategy.validateUpdate?.(next, stored, {} as WriteContext) ?? [],
    )
  }
  const names = { plural: 'gadgets', kind: 'Gadget' }
  const early = [
    'spec.group: Invalid value: "e.com": field is immutable',
    'spec.names.plural: Invalid value: "gadgets": field is immutable',
  ]
  expect([changed({}, false), changed({}, true)]).toEqual([[], []])
  expect(changed({ group: 'e.com', scope: 'Cluster', names }, false)).toEqual(early)
  expect(changed({ group: 'e.com', scope: 'Cluster', names }, true)).toEqual([
    ...early,
    'spec.scope: Invalid value: "Cluster": field is immutable',
    'spec.names.kind: Invalid value: "Gadget": field is immutable',
  ])
})
