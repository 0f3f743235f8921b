import { expectTypeOf, test } from 'vitest'
import { byPath } from '../cache/store/index-function.ts'
import { Indexer } from '../cache/store/indexer.ts'
import type { InformerClient } from '../client/kube-client.ts'
import { createListWatch } from '../client/list-watch.ts'
import type { CustomResourceDefinition } from '../resources/apiextensions-v1.ts'
import type { Deployment } from '../resources/apps-v1.ts'
import { type Pod, pods } from '../resources/core-v1.ts'
import { type FieldPath, type MemberPath, uncheckedPath } from './field-path.ts'
import type { KubernetesObject } from './object.ts'
import type { Row } from './row.ts'

const path = <T>(value: FieldPath<T>): unknown => value
const member = <T>(value: MemberPath<T>): unknown => value

test('paths of a type are accepted: members, entries of maps, items of arrays', () => {
  path<Pod>('spec.nodeName')
  path<Pod>('.status')
  path<Pod>('metadata.labels.app')
  path<Pod>("metadata.labels['app.kubernetes.io/name']")
  path<Pod>('metadata.annotations.a\\.b/c')
  path<Pod>('spec.containers[*].image')
  path<Pod>('spec.containers[0].resources.limits.cpu')
  path<Pod>('spec.containers[*].env[*].valueFrom.secretKeyRef.name')
  path<Pod>('status.conditions[?(@.type=="Ready")].status')
  path<Deployment>('spec.template.spec.containers[*].image')
  path<CustomResourceDefinition>('spec.versions[*].schema.openAPIV3Schema.properties.spec.type')
})

test('other paths are errors', () => {
  // @ts-expect-error misspelt
  path<Pod>('spec.nodName')
  // @ts-expect-error no such member of the items
  path<Pod>('spec.containers[*].imag')
  // @ts-expect-error an array has no member of this name
  path<Pod>('spec.containers.image')
  // @ts-expect-error a text has no members
  path<Pod>('spec.nodeName.length')
  // @ts-expect-error of another kind
  path<Pod>('spec.replicas')
  // @ts-expect-error a path of one step begins with a dot, since a comparator could have its name
  path<Pod>('status')
  // @ts-expect-error computed
  path<Pod>('spec.'.concat('nodeName'))
})

test('any path is accepted below five steps, for objects of no particular type, and where it is said', () => {
  path<Pod>('spec.volumes[*].projected.sources[*].configMap.anything.else')
  path<KubernetesObject>('spec.anything')
  path<unknown>('anything')
  path<{ readonly [name: string]: unknown }>('anything[0].else')
  path<Pod>(uncheckedPath('spec.'.concat('nodeName')))
})

test('paths through members only end at an array', () => {
  member<Pod>('status')
  member<Pod>('spec.containers')
  member<Pod>('metadata.annotations.a\\.b/c')
  // @ts-expect-error a leading dot would be an empty name
  member<Pod>('.status')
  // @ts-expect-error through an array
  member<Pod>('spec.containers[*].image')
  // @ts-expect-error in brackets, which would name a member
  member<Pod>("metadata.annotations['a']")
})

test('an index has the paths of the objects that it is of, also of rows', () => {
  new Indexer<Pod>({ indexers: { node: byPath('spec.nodeName') } })
  new Indexer<Row<Pod>>({ indexers: { node: byPath('spec.nodeName') } })
  // @ts-expect-error misspelt
  new Indexer<Pod>({ indexers: { node: byPath('spec.nodName') } })
  // @ts-expect-error misspelt
  new Indexer<Row<Pod>>({ indexers: { node: byPath('spec.nodName') } })
  expectTypeOf(byPath('spec.anything')).toBeFunction()
  // @ts-expect-error misspelt
  byPath<Pod>('spec.nodName')
})

test('trim and pick have the paths of the resource', () => {
  const client = {} as InformerClient
  createListWatch(client, pods, { trim: ['metadata.managedFields', 'spec.volumes'], form: 'row' })
  // @ts-expect-error misspelt
  createListWatch(client, pods, { trim: ['metadata.managedFelds'] })
  // @ts-expect-error through an array
  createListWatch(client, pods, { pick: ['spec.containers[*].image'] })
})
