import { defineResource, encodeRow, type KubernetesObject, type Row } from '@kube-informer/core'
import { trimmedRow } from '@kube-informer/core/rows'
import type { BodyStore } from '@kube-informer/core/snapshot'
import { FakeClock } from '@kube-informer/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CacherSource } from '../api/cacher-source.ts'
import type { ServedKind } from '../api/served-kind.ts'
import { notFound } from '../api/status-errors.ts'
import { Cacher, type CacherOptions } from '../cacher.ts'
import { createMemoryBodyStore } from '../items/memory-body-store.ts'
import { createCacherHandler } from './cacher-handler.ts'
import { listBody } from './encoding/list-body.ts'
import { fieldsOf } from './request/selection.ts'

const pods: ServedKind = {
  resource: defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true }),
  listKind: 'PodList',
  isBuiltIn: true,
  selectableFields: ['spec.nodeName', 'spec.count'],
  columns: async () => [
    {
      name: 'Name',
      type: 'string',
      format: '',
      description: '',
      priority: 0,
      cell: ({ metadata }) => metadata?.name,
    },
  ],
}
const widgets: ServedKind = {
  ...pods,
  resource: defineResource({
    group: 'example.com',
    version: 'v1',
    plural: 'widgets',
    kind: 'Widget',
    namespaced: true,
  }),
  listKind: 'WidgetList',
  isBuiltIn: false,
}

const refusing: CacherSource = {
  list: async () => {
    throw notFound(pods.resource, 'list')
  },
  get: async () => undefined,
  currentResourceVersion: async () => '1',
}

/** A cache behind a handler; its paths are relative to the root of the resource. */
function serve(kind: ServedKind, options: Partial<CacherOptions> = {}) {
  const clock = new FakeClock()
  const { group, version, kind: name } = kind.resource
  const apiVersion = group === '' ? version : `${group}/${version}`
  const cacher = new Cacher({
    type: { kind: name, apiVersion },
    source: refusing,
    clock,
    random: () => 0,
    fieldsOf: object => fieldsOf(kind, object),
    ...options,
  })
  const handler = createCacherHandler({ kind, reads: cacher, clock })
  const root = `http://x${group === '' ? '/api' : '/apis'}/${apiVersion}`
  const read = async (path: string, accept = 'application/json'): Promise<string> => {
    const response = await handler(new Request(root + path, { headers: { Accept: accept } }))
    const text = response.text()
    await clock.advance(2000)
    return `${response.status} ${await text}`
  }
  return { cacher, read }
}

const text = fc.oneof(
  fc.constantFrom('', 'plain', '<a> & "b"', '\\u003c\\', 'é', '日本', '\u2028', '\n', '😀'),
  fc.string(),
)
const json = fc
  .jsonValue({ maxDepth: 2, noUnicodeString: false })
  .map(value => JSON.parse(JSON.stringify(value)) as unknown)

interface Write {
  readonly name: string
  readonly isDeletion: boolean
  readonly app: string
  readonly node: string
  readonly note: string
  readonly extra: unknown
}

const write: fc.Arbitrary<Write> = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  isDeletion: fc.nat(3).map(each => each === 0),
  app: fc.constantFrom('x', 'y'),
  node: fc.constantFrom('', 'n1', 'n2'),
  note: text,
  extra: json,
})

const state = fc.array(write, { maxLength: 3 })
const writes = fc.array(write, { maxLength: 8 })

function objectOf(kind: ServedKind, { name, app, node, note, extra }: Write, revision: number) {
  const { kind: type, version, group } = kind.resource
  const apiVersion = group === '' ? version : `${group}/${version}`
  return {
    ...(kind.isBuiltIn ? { kind: type, apiVersion } : { apiVersion, kind: type }),
    metadata: {
      name,
      namespace: 'ns',
      uid: `uid-of-${name}-with-many-characters`,
      resourceVersion: String(revision),
      labels: { app },
      annotations: { [note]: note },
    },
    spec: { nodeName: node, count: revision % 2, extra },
    ...(note === '' ? {} : { [`status ${note}`]: extra }),
  }
}

const ways: readonly [string, () => Partial<CacherOptions>][] = [
  ['in memory', () => ({})],
  ['with paths', () => ({ fieldPaths: ['spec.nodeName', 'spec.count'] })],
  ['in a store', () => ({ bodyStore: createMemoryBodyStore(), maxBodyBytes: 0 })],
  ['partly in a store', () => ({ bodyStore: createMemoryBodyStore(), maxBodyBytes: 700, historyLimit: 100 })],
]

const paths = [
  '?resourceVersion=0',
  '?resourceVersion=0&labelSelector=app%3Dx',
  '?resourceVersion=0&fieldSelector=spec.nodeName%3Dn1',
  '/a?resourceVersion=0',
  ...['', '&labelSelector=app%3Dx', '&fieldSelector=spec.nodeName%3Dn1', '&fieldSelector=spec.count%3D1'].map(
    view => `?watch=1&resourceVersion=1&allowWatchBookmarks=1&timeoutSeconds=1${view}`,
  ),
  '?watch=1&resourceVersion=0&timeoutSeconds=1',
]
const accepts = [
  'application/json',
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json',
]

describe.each([
  ['a built-in resource', pods],
  ['a custom resource', widgets],
])('rows of %s', (_, kind) => {
  test.each(ways)('%s are served as the same bytes as objects', async (_, optionsOf) => {
    await fc.assert(
      fc.asyncProperty(state, writes, fc.constantFrom(...accepts), async (first, later, accept) => {
        const objects = serve(kind)
        const rows = serve(kind, optionsOf())
        const initial = [...new Map(first.map(each => [each.name, objectOf(kind, each, 1)])).values()]
        const rowOf = (object: KubernetesObject): Row => trimmedRow(kind.resource, object, { trim: [] })
        objects.cacher.replace(initial, '1')
        rows.cacher.replace(initial.map(rowOf), '1')
        for (const [index, each] of later.entries()) {
          const object = objectOf(kind, each, index + 2)
          if (each.isDeletion) {
            objects.cacher.delete(object)
            rows.cacher.delete(rowOf(object))
          } else {
            objects.cacher.update(object)
            rows.cacher.update(rowOf(object))
          }
        }
        for (const path of paths) {
          const target = `/namespaces/ns/${kind.resource.plural}${path}`
          expect(await rows.read(target, accept)).toBe(await objects.read(target, accept))
        }
      }),
      { numRuns: 15 },
    )
  })
})

const table = { columns: [], includeObject: 'Metadata', now: 0 } as const

test.each(['Table', 'PartialObjectMetadataList', undefined] as const)(
  'a list as %s reads the texts one at a time',
  async as => {
    const store = createMemoryBodyStore()
    let reads = 0
    const get: BodyStore['get'] = (key, resourceVersion) => {
      reads++
      return store.get(key, resourceVersion)
    }
    const { cacher } = serve(pods, { bodyStore: { ...store, get }, maxBodyBytes: 0 })
    const rows = Array.from({ length: 100 }, (_, index) =>
      encodeRow({ metadata: { name: `pod-${index}`, namespace: 'ns', resourceVersion: '1' } }),
    )
    cacher.replace(rows, '1')
    const { items } = await cacher.list({ resourceVersion: '0' })
    const form = { mediaType: 'application/json', version: 'v1', ...(as && { as }), ...table } as const
    const parts = listBody(pods, { items, metadata: { resourceVersion: '1' } }, form)[Symbol.iterator]()
    parts.next()
    parts.next()
    expect(reads).toBeLessThan(3)
  },
)
