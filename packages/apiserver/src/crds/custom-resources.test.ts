import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import { type CustomResourceDefinition, customResourceDefinitions } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { createKinds } from '../kinds/create-kinds.ts'
import type { Kinds } from '../kinds/kinds.ts'
import type { ObjectLocation } from '../object/object-location.ts'
import { Storage } from '../storage/storage.ts'
import { CustomResources } from './custom-resources.ts'
import { asTerminating } from './terminating.ts'

let kinds: Kinds
let storage: Storage
let custom: CustomResources
/** The writes of definitions, as `MODIFIED widgets.example.com Installing`. */
let events: string[]
let replaced: string[]

const widgets: ResourceDefinition = {
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
}

const keyOf = ({ namespace, name }: ObjectLocation) => (namespace ? `${namespace}/${name}` : name)
const put = (location: ObjectLocation, object: KubernetesObject) =>
  storage.collection(location.resource).put(keyOf(location), revision => ({
    ...object,
    metadata: { ...object.metadata, resourceVersion: String(revision) },
  }))
const remove = (location: ObjectLocation) => storage.collection(location.resource).remove(keyOf(location))

const locationOfDefinition = (name: string): ObjectLocation => ({
  resource: customResourceDefinitions,
  namespace: '',
  name,
})

type Spec = CustomResourceDefinition['spec']

function define(plural: string, kind: string, more: Partial<Spec> = {}, names: Partial<Spec['names']> = {}) {
  const schema = { openAPIV3Schema: { type: 'object' } }
  const definition: CustomResourceDefinition = {
    kind: 'CustomResourceDefinition',
    apiVersion: 'apiextensions.k8s.io/v1',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural, kind, ...names },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
      ...more,
    },
  }
  put(locationOfDefinition(`${plural}.example.com`), definition)
}

const definitionOf = (plural: string) =>
  storage.collection(customResourceDefinitions).get(`${plural}.example.com`)?.object as
    | CustomResourceDefinition
    | undefined

const conditionsOf = (plural: string) =>
  definitionOf(plural)?.status?.conditions?.map(({ type, status, reason }) => `${type} ${status} ${reason}`)

beforeEach(() => {
  kinds = createKinds()
  storage = new Storage(1000)
  events = []
  replaced = []
  storage.collection(customResourceDefinitions).subscribe(({ key, previous, current }) => {
    const type = current ? (previous ? 'MODIFIED' : 'ADDED') : 'DELETED'
    const object = (current ?? previous)?.object as CustomResourceDefinition
    events.push(`${type} ${key} ${object.status?.conditions?.at(-1)?.reason}`)
  })
  custom = new CustomResources({
    kinds,
    storage,
    clock: new FakeClock({ now: Date.UTC(2026, 10, 21) }),
    writes: { overwrite: put, remove },
    onReplaced: ({ plural, version }) => replaced.push(`${plural} ${version}`),
  })
})

test('a new definition gets its names, is established and served after the write', async () => {
  define('widgets', 'Widget', {}, { shortNames: ['wd'], categories: ['all'] })
  expect(kinds.of(widgets)).toBeUndefined()
  await Promise.resolve()
  expect(kinds.of(widgets)).toMatchObject({
    singular: 'widget',
    listKind: 'WidgetList',
    shortNames: ['wd'],
    categories: ['all'],
    isBuiltIn: false,
    subresources: [],
  })
  expect(definitionOf('widgets')).toMatchObject({
    spec: { names: { singular: 'widget', listKind: 'WidgetList' }, conversion: { strategy: 'None' } },
    status: {
      conditions: [
        {
          type: 'NamesAccepted',
          status: 'True',
          lastTransitionTime: '2026-11-21T00:00:00Z',
          reason: 'NoConflicts',
          message: 'no conflicts found',
        },
        {
          type: 'Established',
          status: 'True',
          reason: 'InitialNamesAccepted',
          message: 'the initial names have been accepted',
        },
      ],
      acceptedNames: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      storedVersions: ['v1'],
    },
  })
  expect(events).toEqual([
    'ADDED widgets.example.com undefined',
    'MODIFIED widgets.example.com Installing',
    'MODIFIED widgets.example.com InitialNamesAccepted',
  ])
})

test('settle processes definitions synchronously', () => {
  define('widgets', 'Widget')
  custom.settle()
  expect(kinds.of(widgets)).toBeDefined()
})

test('definitions from before the subscription are processed', () => {
  storage.collection(customResourceDefinitions).load([
    {
      key: 'widgets.example.com',
      build: () => ({
        metadata: { name: 'widgets.example.com' },
        spec: {
          group: 'example.com',
          scope: 'Cluster',
          names: { plural: 'widgets', kind: 'Widget' },
          versions: [{ name: 'v1', served: true, storage: true }],
        },
      }),
    },
  ])
  expect(kinds.of(widgets)).toBeUndefined()
  custom.takeUp()
  expect(kinds.of(widgets)?.resource.namespaced).toBe(false)
})

test('every served version is a kind with its own columns, fields and subresources', () => {
  const schema = { openAPIV3Schema: { type: 'object' } }
  define('widgets', 'Widget', {
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema,
        selectableFields: [{ jsonPath: '.spec.color' }],
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
      },
      { name: 'v1beta1', served: true, storage: false, schema },
      { name: 'v1alpha1', served: false, storage: false, schema },
    ],
  })
  custom.settle()
  expect(kinds.of(widgets)).toMatchObject({
    selectableFields: ['spec.color'],
    scale: { specReplicasPath: '.spec.replicas' },
    subresources: [
      { name: 'status', kind: 'Widget' },
      { name: 'scale', group: 'autoscaling', version: 'v1', kind: 'Scale' },
    ],
  })
  expect(kinds.of({ ...widgets, version: 'v1beta1' })).toMatchObject({ subresources: [] })
  expect(kinds.of({ ...widgets, version: 'v1alpha1' })).toBeUndefined()
})

test('names of another definition are not accepted until it is deleted', () => {
  define('widgets', 'Widget', {}, { shortNames: ['wd'] })
  custom.settle()
  define('gizmos', 'Widget', {}, { shortNames: ['wd'], singular: 'widget' })
  custom.settle()
  expect(definitionOf('gizmos')?.status).toMatchObject({
    conditions: [
      {
        type: 'NamesAccepted',
        status: 'False',
        reason: 'ListKindConflict',
        message: '"WidgetList" is already in use',
      },
      { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' },
    ],
    acceptedNames: { plural: 'gizmos', kind: '' },
  })
  expect(kinds.of({ ...widgets, plural: 'gizmos' })).toBeUndefined()
  remove(locationOfDefinition('widgets.example.com'))
  custom.settle()
  expect(conditionsOf('gizmos')).toEqual([
    'NamesAccepted True NoConflicts',
    'Established True InitialNamesAccepted',
  ])
  expect(kinds.ofKind('example.com', 'v1', 'Widget')?.resource.plural).toBe('gizmos')
})

test('a changed definition changes the served kinds and ends watches', () => {
  define('widgets', 'Widget')
  custom.settle()
  const before = definitionOf('widgets')
  if (!before) throw new Error('there is no definition')
  const location = locationOfDefinition('widgets.example.com')
  put(location, { ...before, metadata: { ...before.metadata, labels: { a: 'b' } } })
  custom.settle()
  expect(replaced).toEqual([])
  const names = { ...before.spec.names, shortNames: ['wq'] }
  const changed: CustomResourceDefinition = { ...before, spec: { ...before.spec, names } }
  put(location, changed)
  custom.settle()
  expect(kinds.of(widgets)?.shortNames).toEqual(['wq'])
  expect(replaced).toEqual(['widgets v1'])
})

test('a deleted definition is removed with its objects, after their finalizers', async () => {
  define('widgets', 'Widget')
  custom.settle()
  const at = (name: string): ObjectLocation => ({ resource: widgets, namespace: 'default', name })
  put(at('a'), { metadata: { name: 'a', namespace: 'default', generation: 1 } })
  put(at('b'), {
    metadata: { name: 'b', namespace: 'default', generation: 1, finalizers: ['example.com/x'] },
  })
  const stored = definitionOf('widgets')
  if (!stored) throw new Error('there is no definition')
  put(locationOfDefinition('widgets.example.com'), asTerminating(stored, '2026-11-21T00:00:00Z'))
  custom.settle()

  expect(kinds.of(widgets)?.isTerminating).toBe(true)
  expect([...storage.collection(widgets).keys]).toEqual(['default/b'])
  expect(storage.collection(widgets).get('default/b')?.object.metadata).toMatchObject({
    deletionTimestamp: '2026-11-21T00:00:00Z',
    deletionGracePeriodSeconds: 0,
    generation: 2,
  })
  expect(replaced).toEqual([])

  remove(at('b'))
  await Promise.resolve()
  expect(definitionOf('widgets')).toBeUndefined()
  expect(kinds.of(widgets)).toBeUndefined()
  expect(replaced).toEqual(['widgets v1'])
  expect(events.slice(3)).toEqual([
    'MODIFIED widgets.example.com InstanceDeletionPending',
    'MODIFIED widgets.example.com InstanceDeletionInProgress',
    'DELETED widgets.example.com InstanceDeletionInProgress',
  ])
})

test('a directly removed definition removes its objects', () => {
  define('widgets', 'Widget')
  custom.settle()
  put({ resource: widgets, namespace: 'default', name: 'a' }, { metadata: { finalizers: ['example.com/x'] } })
  remove(locationOfDefinition('widgets.example.com'))
  custom.settle()
  expect([...storage.collection(widgets).keys]).toEqual([])
  expect(kinds.of(widgets)).toBeUndefined()
})
