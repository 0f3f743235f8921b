import { createKubeClient } from '@kube-informer/core'
import { createFakeApiserver, type FakeApiserverOptions } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { generateResources } from '../generate-resources.ts'
import { crd, VERSION } from '../test/crds.ts'
import { clusterSources } from './cluster-sources.ts'

const anyOf = [{ type: 'integer' }, { type: 'string' }]
const SCHEMA = {
  type: 'object',
  description: 'A widget.',
  required: ['spec'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 5 } } },
    spec: {
      type: 'object',
      required: ['color'],
      properties: {
        color: { type: 'string', enum: ['red', 'blue'], default: 'red' },
        port: { 'x-kubernetes-int-or-string': true },
        other: { anyOf, 'x-kubernetes-int-or-string': true },
        limits: { type: 'object', additionalProperties: { 'x-kubernetes-int-or-string': true, anyOf } },
        template: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
        parts: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
        },
        raw: { 'x-kubernetes-preserve-unknown-fields': true },
        none: { type: 'string', nullable: true },
        empty: { type: 'object' },
      },
    },
    status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
}

const WIDGETS = crd({
  names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'], categories: ['all'], listKind: 'Widgets' },
  versions: [
    {
      ...VERSION,
      schema: { openAPIV3Schema: SCHEMA },
      subresources: { status: {} },
      selectableFields: [{ jsonPath: '.spec.color' }],
      additionalPrinterColumns: [{ name: 'Color', type: 'string', jsonPath: '.spec.color' }],
    },
  ],
})

const clientOf = (options: FakeApiserverOptions = {}) =>
  createKubeClient({
    baseUrl: 'http://cluster',
    fetch: createFakeApiserver({ objects: [WIDGETS as never], ...options }).fetch,
  })
const forbidden: FakeApiserverOptions = {
  authorize: ({ resource }) => resource !== 'customresourcedefinitions',
}

/** What a document does not tell. */
const withoutColumns = (text: string) =>
  text
    .replace(/\n\/\*\* The columns[\s\S]*?customColumns\([\s\S]*?\n(\]\)|\}\]\))\n/, '')
    .replace(/import \{ customColumns.*\n/, '')

test('C-GEN-23: the definitions of a cluster give the modules of their file', async () => {
  const { documents, notes } = await clusterSources(clientOf(), { name: 'http://cluster' })
  expect(notes).toEqual([])
  const file = { file: 'widgets.json', text: JSON.stringify(WIDGETS) }
  expect(generateResources({ documents })).toEqual(generateResources({ documents: [file] }))
})

test('C-GEN-23: without the right to list them, OpenAPI documents give the same types', async () => {
  const { documents, discovery, notes } = await clusterSources(clientOf(forbidden), {
    name: 'http://cluster',
  })
  expect(notes).toEqual([
    {
      file: 'http://cluster',
      message:
        'CustomResourceDefinitions cannot be listed (forbidden): read OpenAPI documents, which lack columns and deprecations',
    },
  ])
  expect(documents.map(({ file }) => file)).toEqual(['http://cluster/openapi/v3/apis/example.com/v1'])
  const [module] = generateResources({ documents, discovery })
  const [fromFile] = generateResources({ documents: [{ file: 'w', text: JSON.stringify(WIDGETS) }] })
  expect(module?.text).not.toContain('Columns')
  expect(module?.text).toBe(withoutColumns(fromFile?.text ?? ''))
})

test('C-GEN-23: the kinds of a built-in group, if it is asked for', async () => {
  const options = { name: 'http://cluster', groups: ['apps'] }
  const { documents, discovery } = await clusterSources(clientOf(forbidden), options)
  const files = generateResources({ documents, discovery, groups: ['apps'] })
  expect(files.map(({ path }) => path)).toContain('apps/v1/deployments.ts')
  const { text } = files.find(({ path }) => path === 'apps/v1/deployments.ts') ?? { text: '' }
  expect(text).toContain('export interface PodSpec {')
  expect(text).toContain("subresources: ['status', 'scale']")
  expect(text).toContain("shortNames: ['deploy']")
})

test('an error of the cluster is a problem', async () => {
  const unavailable = createKubeClient({
    baseUrl: 'http://cluster',
    fetch: async () => new Response('no', { status: 500 }),
  })
  await expect(clusterSources(unavailable, { name: 'http://cluster' })).rejects.toThrow(
    /^http:\/\/cluster: .*customresourcedefinitions/,
  )
  const all = createKubeClient({
    baseUrl: 'http://cluster',
    fetch: async () => new Response('', { status: 403 }),
  })
  await expect(clusterSources(all, { name: 'http://cluster' })).rejects.toThrow(/^http:\/\/cluster: /)
})
