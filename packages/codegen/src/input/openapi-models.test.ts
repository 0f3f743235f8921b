import { expect, test } from 'vitest'
import { CodegenError } from '../model/codegen-error.ts'
import { crd } from '../test/crds.ts'
import { readModels } from './read-models.ts'

const GVK = { group: 'example.com', version: 'v1', kind: 'Widget' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const operation = (action: string, kind: object = GVK) => ({
  'x-kubernetes-action': action,
  'x-kubernetes-group-version-kind': kind,
})

/** The document of a real kube-apiserver for a custom resource, shortened. */
const document = (changes: object = {}) => ({
  openapi: '3.0.0',
  paths: {
    '/apis/example.com/v1/': { get: {} },
    '/apis/example.com/v1/widgets': { get: operation('list') },
    '/apis/example.com/v1/namespaces/{namespace}/widgets': {
      get: operation('list'),
      post: operation('post'),
    },
    '/apis/example.com/v1/namespaces/{namespace}/widgets/{name}': { get: operation('get') },
    '/apis/example.com/v1/namespaces/{namespace}/widgets/{name}/scale': {
      get: operation('get', { group: 'autoscaling', version: 'v1', kind: 'Scale' }),
    },
    '/apis/example.com/v1/namespaces/{namespace}/widgets/{name}/status': { get: operation('get') },
  },
  components: {
    schemas: {
      'com.example.v1.Widget': {
        type: 'object',
        properties: { metadata: { allOf: [ref('ObjectMeta')] }, spec: { type: 'object' } },
        'x-kubernetes-group-version-kind': [GVK],
        'x-kubernetes-selectable-fields': [{ fieldPath: 'spec.color' }],
      },
      'com.example.v1.WidgetList': {
        type: 'object',
        properties: { items: { type: 'array', items: ref('com.example.v1.Widget') } },
        'x-kubernetes-group-version-kind': [{ ...GVK, kind: 'Widgetry' }],
      },
      ObjectMeta: { type: 'object', properties: { owner: ref('Owner') } },
      Owner: { type: 'object', properties: { of: ref('ObjectMeta') } },
    },
  },
  ...changes,
})

const read = (value: object, groups?: string[]) =>
  readModels([{ file: 'a.json', text: JSON.stringify(value) }], { groups })

function problems(value: object): string {
  try {
    read(value)
  } catch (error) {
    if (error instanceof CodegenError) return error.message
    throw error
  }
  return ''
}

test('C-GEN-23: paths tell the scope and subresources, schemas the kinds', () => {
  const { models } = read(document())
  expect(models).toEqual([
    {
      group: 'example.com',
      isBuiltIn: false,
      version: 'v1',
      plural: 'widgets',
      singular: 'widget',
      kind: 'Widget',
      listKind: 'Widgetry',
      namespaced: true,
      shortNames: [],
      categories: [],
      subresources: ['status', 'scale'],
      columns: undefined,
      selectableFields: ['spec.color'],
      deprecation: undefined,
      schema: expect.objectContaining({ type: 'object' }),
      definitions: expect.any(Map),
    },
  ])
  expect([...(models[0]?.definitions?.keys() ?? [])]).toEqual(['ObjectMeta', 'Owner'])
})

test('C-GEN-23: a cluster-scoped resource has no path with a namespace', () => {
  const paths = { '/apis/example.com/v1/widgets': { get: operation('list') } }
  expect(read(document({ paths })).models[0]).toMatchObject({ namespaced: false, subresources: [] })
})

test('resources of built-in groups are skipped, unless their group is asked for', () => {
  const pods = { group: '', version: 'v1', kind: 'Pod' }
  const { paths, components } = document()
  const both = document({
    paths: {
      ...paths,
      '/api/v1/namespaces/{namespace}/pods': { get: operation('list', pods) },
      '/api/v1/namespaces/{name}': { get: operation('get') },
    },
    components: {
      schemas: { ...components.schemas, Pod: { type: 'object', 'x-kubernetes-group-version-kind': [pods] } },
    },
  })
  expect(read(both)).toMatchObject({
    models: [{ plural: 'widgets' }],
    notes: [{ file: 'a.json', message: 'skipped resource of the core group' }],
  })
  expect(read(both, ['']).models.map(({ plural, namespaced }) => [plural, namespaced])).toEqual([
    ['pods', true],
  ])
})

test('documents that cannot be read', () => {
  expect(problems({ swagger: '2.0', paths: {} })).toBe(
    'a.json:1: is an OpenAPI v2 document: only v3 is supported (kubectl get --raw /openapi/v3/apis/GROUP/VERSION)',
  )
  expect(problems(document({ components: {} }))).toMatch(
    /^a\.json:1: paths\[\/apis\/example\.com\/v1\/widgets\]\.get: the document has no schema of the kind Widget$/,
  )
  const { components } = document()
  const schemas = { ...components.schemas, Owner: { properties: [], items: 1, $ref: '#/nowhere' } }
  expect(problems(document({ components: { schemas } })).split('\n')).toEqual([
    'a.json:1: components.schemas[Owner].$ref: the document has no schema "#/nowhere"',
    'a.json:1: components.schemas[Owner].properties: must be a mapping, but is a list',
    'a.json:1: components.schemas[Owner].items: must be a schema',
  ])
  const paths = { '/apis/../v1/widgets': { get: operation('list') } }
  expect(problems(document({ paths }))).toContain('../v1/widgets has a name that no server accepts')
  expect(problems(document({ paths: {} }))).toBe(
    'a.json: has no CustomResourceDefinition, and no other custom resource',
  )
})

test('a resource in a definition and in a document is defined twice', () => {
  const sources = [
    { file: 'a.json', text: JSON.stringify(document()) },
    { file: 'b.json', text: JSON.stringify(crd()) },
  ]
  expect(() => readModels(sources)).toThrow(
    'b.json:1: widgets.example.com/v1 is defined twice: first in a.json:1',
  )
})
