import { expect, test } from 'vitest'
import { categoriesOf } from './categories.ts'
import type { Kind } from './kind.ts'

const kind = (group: string, plural: string, name: string): Kind => ({
  group,
  version: 'v1',
  plural,
  kind: name,
  namespaced: true,
})

const named = (kinds: readonly Kind[]) =>
  categoriesOf(kinds).map(category => [category.name, category.kinds.map(({ plural }) => plural)])

test('kinds are in the order of use, and empty categories are left out', () => {
  const kinds = [
    kind('', 'services', 'Service'),
    kind('apps', 'deployments', 'Deployment'),
    kind('', 'pods', 'Pod'),
  ]
  expect(named(kinds)).toEqual([
    ['Workloads', ['pods', 'deployments']],
    ['Network', ['services']],
  ])
})

test('custom resources are below their group, by title', () => {
  const kinds = [
    kind('example.com', 'widgets', 'Widget'),
    kind('gateway.networking.k8s.io', 'gateways', 'Gateway'),
    kind('example.com', 'gadgets', 'Gadget'),
  ]
  expect(named(kinds)).toEqual([
    ['example.com', ['gadgets', 'widgets']],
    ['gateway.networking.k8s.io', ['gateways']],
  ])
})

test('other kinds of Kubernetes follow those of the cluster, and Events come once', () => {
  const kinds = [
    kind('flowcontrol.apiserver.k8s.io', 'flowschemas', 'FlowSchema'),
    kind('events.k8s.io', 'events', 'Event'),
    kind('', 'events', 'Event'),
    kind('', 'nodes', 'Node'),
  ]
  expect(named(kinds)).toEqual([['Cluster', ['nodes', 'events', 'flowschemas']]])
})

test('a custom resource with the plural of a kind of Kubernetes is not taken for it', () => {
  expect(named([kind('example.com', 'pods', 'Pod')])).toEqual([['example.com', ['pods']]])
})
