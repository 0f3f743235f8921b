import { createFakeApiserver, generatePods, type Pod, pods } from '@kube-informer/testing'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { ProtocolError } from '../../api/errors.ts'
import type { KubernetesObject } from '../../api/object.ts'
import type { ObjectAccess } from '../../api/object-access.ts'
import type { PathStep, ValuePath } from '../../api/path-step.ts'
import { defineResource, type ResourceDefinition } from '../../api/resource.ts'
import type { Row, RowBody } from '../../api/row.ts'
import { parseValuePath, readMembers } from '../../api/value-path.ts'
import { Indexer } from '../../cache/store/indexer.ts'
import { trimmedRow } from '../../client/decoding/trimmed-row.ts'
import { createKubeClient } from '../../client/kube-client.ts'
import { createListWatch } from '../../client/list-watch.ts'
import type { DecoderOptions } from '../../json/wanted-paths.ts'
import { contentOf } from '../../row/read-body.ts'
import { readMetadata, readObject, rowAccess } from '../../row/read-row.ts'
import { naiveValues, readValues } from '../../test/naive-values.ts'
import { randomObject } from '../../test/random-object.ts'
import { table } from '../every-kind.ts'
import { loadParsers } from '../load-parsers.ts'
import type { ProtobufModule } from '../load-protobuf.ts'
import { readProtobuf } from '../read-protobuf.ts'
import { loadProtobufEncoder, type ProtobufEncoder } from '../write-protobuf.ts'

let encoder: ProtobufEncoder
let protobuf: ProtobufModule
beforeAll(async () => {
  encoder = await loadProtobufEncoder()
  protobuf = await loadParsers()
  await protobuf.loadOtherGroups()
})

const resourceOf = (apiVersion: string, kind: string): ResourceDefinition => {
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  return defineResource({ group, version, plural: 'things', kind, namespaced: true })
}
/** Kinds with inlined messages, maps, lists in maps, special values, schemas, and members that JSON always has. */
const KINDS: readonly (readonly [apiVersion: string, kind: string])[] = [
  ['v1', 'Pod'],
  ['v1', 'Service'],
  ['v1', 'Secret'],
  ['v1', 'ConfigMap'],
  ['v1', 'Node'],
  ['v1', 'PersistentVolume'],
  ['v1', 'PersistentVolumeClaim'],
  ['v1', 'Event'],
  ['v1', 'ReplicationController'],
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'StatefulSet'],
  ['apps/v1', 'ReplicaSet'],
  ['batch/v1', 'CronJob'],
  ['autoscaling/v2', 'HorizontalPodAutoscaler'],
  ['events.k8s.io/v1', 'Event'],
  ['certificates.k8s.io/v1', 'CertificateSigningRequest'],
  ['discovery.k8s.io/v1', 'EndpointSlice'],
  ['networking.k8s.io/v1', 'Ingress'],
  ['flowcontrol.apiserver.k8s.io/v1', 'FlowSchema'],
  ['policy/v1', 'PodDisruptionBudget'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
  ['storage.k8s.io/v1', 'CSINode'],
  ['resource.k8s.io/v1', 'ResourceSlice'],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
  ['apiregistration.k8s.io/v1', 'APIService'],
  ['coordination.k8s.io/v1', 'Lease'],
]

/** The rows of an object as a server sends it in each encoding, which is also what JSON has. */
interface Both {
  readonly object: KubernetesObject
  readonly binary: Row
  readonly text: Row
}

async function rowsOf(object: KubernetesObject, options: DecoderOptions = {}): Promise<Both> {
  const { kind = '', apiVersion = '' } = object
  const list = { kind: `${kind}List`, apiVersion, metadata: {}, items: [object] }
  const parser = protobuf.listParser<KubernetesObject>({
    shape: resourceOf(apiVersion, kind),
    wanted: options,
  })
  const rows: Row[] = []
  parser.push(encoder.encode(list) ?? new Uint8Array(), rows)
  parser.end()
  const sent = await readProtobuf(encoder.encode(object) ?? new Uint8Array())
  return {
    object: sent,
    binary: rows[0] as Row,
    text: trimmedRow(resourceOf(apiVersion, kind), sent, options),
  }
}

const objects = fc
  .tuple(fc.constantFrom(...KINDS), fc.nat())
  .map(([[apiVersion, kind], seed]) => randomObject(table, { apiVersion, kind }, seed))

/** The paths of the members of an object, without those of arrays. */
const pathsIn = (value: unknown): readonly (readonly string[])[] =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? []
    : Object.entries(value).flatMap(([name, member]) => [
        [name],
        ...pathsIn(member).map(path => [name, ...path]),
      ])

/** Chooses among the paths of an object, and sometimes a member that it does not have. */
const choices = fc.array(fc.tuple(fc.nat(), fc.constantFrom<string[]>([], [], [], ['x'], ['name'], ['0'])), {
  maxLength: 4,
})
type Choices = readonly (readonly [number, readonly string[]])[]
function chosen(all: readonly (readonly string[])[], chosen: Choices): readonly (readonly string[])[] {
  return chosen.flatMap(([at, more]) => {
    const path = all[at % Math.max(1, all.length)]
    return path ? [[...path, ...more]] : []
  })
}
const dotted = (path: readonly string[]): string =>
  path.map(step => step.replaceAll('.', String.raw`\.`)).join('.')

/** Protobuf has no empty maps: a map of which all entries were cut is absent, and in JSON empty. */
function withoutEmptied(value: unknown, model: unknown): unknown {
  if (!isRecord(value) || !isRecord(model)) return value
  const kept = Object.entries(value).filter(
    ([name, member]) => Object.hasOwn(model, name) || !isRecord(member) || Object.keys(member).length > 0,
  )
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutEmptied(member, model[name])]))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

describe('a row of protobuf reads as the row of JSON', () => {
  test('of whole objects of many kinds', async () => {
    await fc.assert(
      fc.asyncProperty(objects, async made => {
        const { object, binary, text } = await rowsOf(made, { trim: [] })
        expect(readObject(binary)).toEqual(object)
        const { body: _, ...identity } = text
        expect(binary).toMatchObject(identity)
      }),
      { numRuns: 300 },
    )
  })

  test('with any paths trimmed and picked', async () => {
    await fc.assert(
      fc.asyncProperty(objects, choices, fc.option(choices), async (made, trims, picks) => {
        const all = pathsIn(made).filter(path => path.length < 12)
        const trim = chosen(all, trims).map(dotted)
        const pick = picks ? chosen(all, picks).map(dotted) : undefined
        const { binary, text } = await rowsOf(made, { trim, pick })
        const object = readObject(binary)
        expect(object).toEqual(withoutEmptied(readObject(text), object))
        const { body: _, ...identity } = text
        expect(binary).toMatchObject(identity)
      }),
      { numRuns: 1_000 },
    )
  })

  test('at any path, as decoded and as scanned', async () => {
    const arrangement = fc.tuple(objects, choices, choices, fc.boolean())
    await fc.assert(
      fc.asyncProperty(arrangement, async ([made, paths, trims, isWhole]) => {
        const all = pathsIn(made).filter(path => path.length < 12)
        const trim = isWhole ? undefined : chosen(all, trims).map(dotted)
        const { binary, text } = await rowsOf(made, { trim })
        const object = readObject(binary)
        for (const path of [
          ...chosen(all, paths),
          ['kind'],
          ['apiVersion'],
          ['kind', 'x'],
          ['metadata'],
          ['nope'],
        ]) {
          const value = readMembers(object, path)
          expect(rowAccess.readPath(binary, path), dotted(path)).toEqual(value)
          if (value !== undefined)
            expect(typeof rowAccess.readPath(text, path), dotted(path)).toBe(typeof value)
        }
        expect(readMetadata(binary)).toEqual(object.metadata)
        expect(rowAccess.labels(binary)).toEqual(object.metadata?.labels ?? {})
      }),
      { numRuns: 500 },
    )
  })
})

/** The paths of all values of an object, also in arrays. */
function stepsIn(value: unknown): readonly ValuePath[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const below = stepsIn(member)
    const steps: readonly PathStep[] = Array.isArray(value)
      ? [{ type: 'items' }, { type: 'item', index: Number(name) }, ...filtersOf(member)]
      : [{ type: 'member', name }]
    return steps.flatMap(step => [[step], ...below.slice(0, 40).map(path => [step, ...path])])
  })
}

/** Filters that choose an item, and those that do not. */
function filtersOf(item: unknown): readonly PathStep[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return [{ type: 'filter', path: [], isEqual: true, value: item as string }]
  return Object.entries(item).flatMap(([name, value]) => {
    if (typeof value === 'object') return []
    return [true, false].map(
      (isEqual): PathStep => ({ type: 'filter', path: [name], isEqual, value: value as string }),
    )
  })
}

test('a ValueReader finds in protobuf what it finds in the decoded object', async () => {
  const picks = fc.array(fc.tuple(fc.nat(), fc.nat(3)), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(objects, picks, fc.boolean(), async (made, numbers, isWhole) => {
      const trim = isWhole ? undefined : ['spec', 'status.conditions']
      const { binary } = await rowsOf(made, { trim })
      const object = readObject(binary)
      const all = stepsIn(object)
      const paths = numbers.map(([at, cut]): ValuePath => {
        const path = all[at % all.length] ?? []
        const more: PathStep = { type: 'member', name: 'nope' }
        return cut === 0 ? [...path, more] : path.slice(0, Math.max(1, path.length - cut + 1))
      })
      const { values, ended } = readValues(binary, paths)
      expect(values).toEqual(paths.map(path => naiveValues(object, path)))
      expect([...ended].sort()).toEqual(paths.map((_, index) => index))
    }),
    { numRuns: 1_000 },
  )
})

test('a ValueReader stops when its visitor is done', async () => {
  const [pod] = generatePods({ count: 1, seed: 1 })
  const { binary } = await rowsOf(pod as Pod)
  const seen: unknown[] = []
  const { ValueReader } = await import('../../row/value-reader.ts')
  const visitor = {
    isDone: false,
    value: (path: number, value: unknown) => {
      seen.push([path, value])
      visitor.isDone = true
    },
    end: () => {},
  }
  new ValueReader(['spec.nodeName', 'metadata.name', 'kind'].map(parseValuePath)).read(binary, visitor)
  expect(seen).toHaveLength(1)
})

describe('trimmed and picked rows', () => {
  const metadata = {
    name: 'a',
    namespace: 'default',
    uid: 'u',
    annotations: { 'x.y/z': '1', 'x.y/w': '2', x: '3' },
    labels: { app: 'a' },
  }
  const pod = {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata,
    spec: { containers: [{ name: 'c' }], nodeName: 'n' },
    status: { phase: 'Running', podIP: '10.0.0.1' },
  } as KubernetesObject
  const volume = {
    kind: 'PersistentVolume',
    apiVersion: 'v1',
    metadata: { name: 'a' },
    spec: { capacity: { storage: '1Gi' }, hostPath: { path: '/x', type: 'Directory' }, accessModes: ['x'] },
  } as KubernetesObject
  const cases: readonly (readonly [string, KubernetesObject, DecoderOptions])[] = [
    ['an entry of a map, whose key has a dot', pod, { trim: ['metadata.annotations.x\\.y/z'] }],
    ['all entries of a map but one', pod, { pick: ['metadata.annotations.x\\.y/z'] }],
    ['a whole map', pod, { trim: ['metadata.annotations'] }],
    ['an inlined message', volume, { trim: ['spec.hostPath'] }],
    ['a member of an inlined message', volume, { trim: ['spec.hostPath.path'] }],
    ['all but an inlined message', volume, { pick: ['spec.hostPath'] }],
    ['all but a member beside an inlined message', volume, { pick: ['spec.capacity'] }],
    ['spec, which JSON always has', pod, { trim: ['spec'] }],
    ['status, which JSON always has', pod, { trim: ['status'] }],
    ['a list that JSON always has', pod, { trim: ['spec.containers'] }],
    ['everything but the identity', pod, { pick: [] }],
    ['everything but one text', pod, { pick: ['spec.nodeName'] }],
    ['what is picked', pod, { trim: ['spec.nodeName', 'status.phase'], pick: ['status'] }],
    ['what is not there', pod, { trim: ['spec.nope', 'nope.spec', 'metadata.annotations.nope'] }],
    ['below a text', pod, { trim: ['spec.nodeName.x'], pick: ['spec.nodeName.x', 'status.phase'] }],
    ['below a list', pod, { trim: ['spec.containers.name'] }],
    ['the identity, which stays', pod, { trim: ['metadata.name', 'metadata', 'kind', 'metadata.uid'] }],
  ]

  test.each(cases)('have no %s', async (_, object, options) => {
    const { binary, text } = await rowsOf(object, options)
    const read = readObject(binary)
    expect(read).toEqual(withoutEmptied(readObject(text), read))
    for (const path of [['spec'], ['status', 'phase'], ['spec', 'containers'], ['metadata', 'annotations']])
      expect(rowAccess.readPath(binary, path)).toEqual(rowAccess.readPath(text, path))
  })

  test('are shorter than whole ones', async () => {
    const [pod] = generatePods({ count: 1, seed: 1 })
    const sizeOf = async (options: DecoderOptions) =>
      (contentOf((await rowsOf(pod as Pod, options)).binary.body) as Uint8Array).length
    const [whole, usual, picked] = [
      await sizeOf({ trim: [] }),
      await sizeOf({}),
      await sizeOf({ pick: ['spec.nodeName'] }),
    ]
    expect(usual).toBeLessThan(0.8 * whole)
    expect(picked).toBeLessThan(300)
  })
})

describe('the key', () => {
  test.each([
    ['default', 'web-0'],
    ['n'.repeat(31), 'p'.repeat(32)],
    ['n'.repeat(31), 'p'.repeat(33)],
    ['n'.repeat(63), 'p'.repeat(200)],
    ['n'.repeat(70), 'p'],
    ['ü', 'web'],
    ['default', 'wéb'],
    ['default', '日本'],
  ])('of namespace %s and name %s is that of the row of JSON', async (namespace, name) => {
    const { binary, text } = await rowsOf({ kind: 'Pod', apiVersion: 'v1', metadata: { namespace, name } })
    const { key } = binary
    expect([key, binary.namespace, binary.name]).toEqual([text.key, namespace, name])
  })
})

describe('a body', () => {
  test('is read after a structured clone', async () => {
    const [pod] = generatePods({ count: 1, seed: 3 })
    const { binary } = await rowsOf(pod as Pod)
    const clone = structuredClone(binary)
    expect(clone).toEqual(binary)
    expect(readObject(clone)).toEqual(readObject(binary))
  })

  test('is read where it is a view of a larger buffer', async () => {
    const [pod] = generatePods({ count: 1, seed: 4 })
    const { binary } = await rowsOf(pod as Pod)
    const body = contentOf(binary.body) as Uint8Array
    const larger = new Uint8Array(body.length + 30).fill(0xff)
    larger.set(body, 7)
    const view = {
      ...binary,
      body: larger.subarray(7, 7 + body.length) as unknown as RowBody<KubernetesObject>,
    }
    expect(readObject(view)).toEqual(readObject(binary))
    expect(rowAccess.readPath(view, ['spec', 'nodeName'])).toBe((pod as Pod).spec?.nodeName)
  })

  test('that is broken does not affect those after it', async () => {
    const [pod] = generatePods({ count: 1, seed: 5 })
    const { binary } = await rowsOf(pod as Pod)
    const expected = readObject(binary)
    const body = contentOf(binary.body) as Uint8Array
    for (let end = 0; end < 40; end++) {
      const cut = { ...binary, body: body.slice(0, end) as unknown as RowBody<KubernetesObject> }
      expect(() => readObject(cut), `cut after ${end} bytes`).toThrow(ProtocolError)
      expect(readObject(binary)).toEqual(expected)
    }
  })

  test('of which any bit is flipped is read, or a ProtocolError', async () => {
    const [pod] = generatePods({ count: 1, seed: 6 })
    for (const options of [{}, { trim: ['spec', 'status.phase'] }]) {
      const { binary } = await rowsOf(pod as Pod, options)
      const body = contentOf(binary.body) as Uint8Array
      const paths = ['spec.containers[*].image', 'status.phase', 'metadata.labels.app'].map(parseValuePath)
      fc.assert(
        fc.property(fc.nat(body.length - 1), fc.nat(7), (at, bit) => {
          const flipped = body.slice()
          flipped[at] = (flipped[at] ?? 0) ^ (1 << bit)
          const row = { ...binary, body: flipped as unknown as RowBody<KubernetesObject> }
          for (const read of [
            () => readObject(row),
            () => rowAccess.readPath(row, ['spec', 'nodeName']),
            () => rowAccess.labels(row),
            () => readValues(row, paths),
          ])
            expectProtocolError(read)
        }),
        { numRuns: 2_000, examples: Array.from({ length: 60 }, (_, at): [number, number] => [at, at % 8]) },
      )
      expect(readObject(binary).metadata?.name).toBe(pod?.metadata?.name)
    }
  })
})

function expectProtocolError(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(ProtocolError)
  }
}

test('rows of both encodings are in one index', async () => {
  const server = createFakeApiserver({ objects: generatePods({ count: 60, seed: 1 }) })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
  const { signal } = new AbortController()
  const rowsIn = async (encoding: 'json' | 'protobuf') =>
    (await createListWatch(client, pods, { form: 'row', encoding }).list({}, { signal })).items
  const [texts, binaries] = [await rowsIn('json'), await rowsIn('protobuf')]
  const indexer = new Indexer<Row<Pod>>({
    access: rowAccess as ObjectAccess<Row<Pod>>,
    indexers: { node: row => [String(rowAccess.readPath(row, ['spec', 'nodeName']))] },
  })
  texts.forEach((row, at) => {
    indexer.add(at % 2 === 0 ? row : (binaries[at] as Row<Pod>))
  })
  const forms = new Set(indexer.list().map(({ body }) => typeof contentOf(body)))
  expect([...forms].sort()).toEqual(['object', 'string'])
  const nodes = [...new Set(server.list(pods).map(({ spec }) => spec?.nodeName ?? ''))]
  expect(nodes.length).toBeGreaterThan(1)
  for (const node of nodes) {
    const names = indexer.byIndex('node', node).map(({ key }) => key)
    const expected = server.list(pods).filter(({ spec }) => spec?.nodeName === node)
    expect(names.sort()).toEqual(
      expected.map(({ metadata }) => `${metadata?.namespace}/${metadata?.name}`).sort(),
    )
  }
})
