import { expect, test } from 'vitest'
import {
  apiVersionOf,
  defineResource,
  describeLocation,
  groupResource,
  resourceName,
  resourcePath,
} from './resource.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const nodes = defineResource({ group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false })
const widgets = defineResource({
  group: 'a.io',
  version: 'v2',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
})

test('a definition is a frozen copy', () => {
  const definition = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true } as const
  expect(defineResource(definition)).toEqual(definition)
  expect(defineResource(definition)).not.toBe(definition)
  expect(Object.isFrozen(defineResource(definition))).toBe(true)
})

test.each([
  [pods, 'v1', 'pods', 'v1/pods'],
  [widgets, 'a.io/v2', 'widgets.a.io', 'a.io/v2/widgets'],
])('the names of a resource of the core group, and of another one', (resource, apiVersion, name, full) => {
  expect([apiVersionOf(resource), groupResource(resource), resourceName(resource)]).toEqual([
    apiVersion,
    name,
    full,
  ])
})

const AT = { namespace: 'n', name: 'a', subresource: 'log' }
test.each([
  [pods, undefined, '/api/v1/pods', 'pods'],
  [pods, {}, '/api/v1/pods', 'pods'],
  [pods, { namespace: 'n' }, '/api/v1/namespaces/n/pods', 'pods in namespace "n"'],
  [pods, { name: 'a' }, '/api/v1/pods/a', 'pods "a"'],
  [pods, AT, '/api/v1/namespaces/n/pods/a/log', 'pods/log "a" in namespace "n"'],
  [pods, { namespace: '', name: '', subresource: '' }, '/api/v1/pods', 'pods'],
  [nodes, AT, '/api/v1/nodes/a/log', 'nodes/log "a" in namespace "n"'],
  [widgets, AT, '/apis/a.io/v2/namespaces/n/widgets/a/log', 'widgets.a.io/log "a" in namespace "n"'],
  [
    widgets,
    { namespace: '../b', name: 'c?d' },
    '/apis/a.io/v2/namespaces/..%2Fb/widgets/c%3Fd',
    'widgets.a.io "c?d" in namespace "../b"',
  ],
])('$plural at %j', (resource, at, path, text) => {
  expect([resourcePath(resource, at), describeLocation(resource, at)]).toEqual([path, text])
})
