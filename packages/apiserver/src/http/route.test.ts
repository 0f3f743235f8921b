import { defineResource } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { verbOf } from '../kinds/allowed-methods.ts'
import { createKinds } from '../kinds/create-kinds.ts'
import { createFakeApiserver } from '../server/fake-apiserver.ts'
import { routeOf } from './route.ts'

const widgets = defineResource({
  group: 'rows.example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
})
const kinds = createKinds([widgets])

/** A route as text: `pods in default, foo/status`. */
function routeText(path: string): string {
  const route = routeOf(path, kinds)
  if (route.type !== 'resource') return route.type
  const { resource, namespace, name, subresource, legacyWatch } = route
  const place = `${resource.plural}${namespace ? ` in ${namespace}` : ''}`
  return `${legacyWatch ? 'watch ' : ''}${place}${name ? `, ${name}` : ''}${subresource ? `/${subresource}` : ''}`
}

test.each([
  ['/api/v1/pods', 'pods'],
  ['/api/v1/pods/', 'pods'],
  ['/api/v1/namespaces/default/pods', 'pods in default'],
  ['/api/v1/namespaces//pods', 'pods'],
  ['/api/v1/namespaces/default/pods/foo', 'pods in default, foo'],
  ['/api/v1/namespaces/default/pods/foo/status', 'pods in default, foo/status'],
  ['/api/v1/namespaces/default/pods/foo/eviction', 'pods in default, foo/eviction'],
  ['/api/v1/namespaces/default', 'namespaces, default'],
  ['/api/v1/namespaces/default/status', 'namespaces, default/status'],
  ['/api/v1/namespaces/default/finalize', 'namespaces, default/finalize'],
  ['/api/v1/nodes/foo', 'nodes, foo'],
  ['/apis/apps/v1/namespaces/x/deployments/foo/scale', 'deployments in x, foo/scale'],
  ['/apis/rows.example.com/v1/namespaces/x/widgets/foo', 'widgets in x, foo'],
  ['/api/v1/watch/pods', 'watch pods'],
  ['/api/v1/watch/namespaces/d/pods/foo', 'watch pods in d, foo'],
  ['/api/v1/watch/namespaces/d', 'watch namespaces, d'],
  ['/api/v1/watch/nodes/foo', 'watch nodes, foo'],
  ['/', 'discovery'],
  ['/apis/', 'discovery'],
  ['/apis/apps/v1/', 'discovery'],
  ['/livez/ping', 'discovery'],
  ['/openapi/v3/apis/apps/v1', 'openapi'],
])('a route to %s: %s', (path, expected) => {
  expect(routeText(path)).toBe(expected)
})

test.each([
  ['/api/v1/nosuch', 'unknown-resource'],
  ['/apis/apps/v9/x', 'unknown-resource'],
  ['/api/v1/namespaces/d/pods/foo/nosub', 'unknown-resource'],
  ['/api/v1/pods/foo', 'unknown-resource'],
  ['/api/v1/watch/pods/foo', 'unknown-resource'],
  ['/api/v1/watch/namespaces/d/pods/foo/status', 'unknown-resource'],
  ['/api/v1/namespaces/default/nodes', 'unknown-resource'],
  ['/api/v1/namespaces/default/namespaces', 'unknown-resource'],
  ['/api/v1/bindings', 'unknown-resource'],
  ['/apis/rows.example.com/v1/nosuch', 'unknown-path'],
  ['/apis/rows.example.com/v2/widgets', 'unknown-path'],
  ['/apis/rows.example.com/v1/widgets/foo', 'unknown-path'],
  ['/apis/rows.example.com/v1/namespaces/d/widgets/foo/nosub', 'unknown-subresource'],
  ['/apis/nosuch/v1/x', 'unknown-path'],
  ['//api/v1/pods', 'unknown-path'],
  ['/healthz/', 'unknown-path'],
  ['/foo', 'unknown-path'],
  ['/api/v1/watch', 'unreadable'],
  ['/apis/nosuch/v1/watch/', 'unreadable'],
])('V41: %s has no resource: %s', (path, expected) => {
  expect(routeText(path)).toBe(expected)
})

test.each([
  ['/api/v1/namespaces/a%2Fb/pods', 'unknown-resource'],
  ['/api/v1/namespaces/default/pods/a%2Fb', 'unknown-resource'],
  ['/api/v1/namespaces/default/pods/a%2Fstatus', 'pods in default, a/status'],
  ['/api/v1/namespaces/default/pods/%252F', 'invalid-name'],
  ['/api/v1/namespaces/default/pods/%2e%2e', 'invalid-name'],
  ['/api/v1/namespaces/default/pods/.', 'invalid-name'],
  ['/api/v1/namespaces/default/pods/%zz', 'unknown-path'],
  ['/api/v1/namespaces//configmaps/foo', 'invalid-name'],
  ['/api//v1/namespaces', 'unknown-resource'],
  ['/api/v1/namespaces/default/pods/__proto__', 'pods in default, __proto__'],
  ['/api/v1/constructor', 'unknown-resource'],
])('an unusual path, %s, is %s', (path, expected) => {
  expect(routeText(path)).toBe(expected)
})

test('V41: unknown paths get the response of a real server', async () => {
  const server = createFakeApiserver({ resources: [widgets] })
  const answer = async (path: string) => {
    const response = await server.fetch(path)
    const isJson = response.headers.get('Content-Type')?.includes('json') ?? false
    return [response.status, isJson ? (await response.json()).message : await response.text()]
  }
  expect(await answer('/api/v1/nosuch')).toEqual([404, 'the server could not find the requested resource'])
  expect(await answer('/apis/rows.example.com/v1/nosuch')).toEqual([404, '404 page not found\n'])
  expect(await answer('/apis/rows.example.com/v1/namespaces/d/widgets/foo/nosub')).toEqual([
    404,
    'widgets.rows.example.com "foo" not found',
  ])
  expect(await answer('/api/v1/namespaces/d/pods/%25')).toEqual([
    400,
    `Name parameter invalid: "%": may not contain '%'`,
  ])
  expect(await answer('/api/v1/watch/')).toEqual([
    500,
    'Internal Server Error: "/api/v1/watch/": failed to create RequestInfo: unable to determine kind and namespace from url, /api/v1/watch/\n',
  ])
})

test('V42: methods map to the verbs of the kind', () => {
  const verb = (method: string, path: string) => {
    const route = routeOf(path, kinds)
    return route.type === 'resource' ? verbOf(method, route) : route.type
  }
  expect(verb('GET', '/api/v1/pods')).toBe('list')
  expect(verb('POST', '/api/v1/pods')).toBeUndefined()
  expect(verb('DELETE', '/api/v1/namespaces/d/pods')).toBe('deletecollection')
  expect(verb('DELETE', '/api/v1/namespaces')).toBeUndefined()
  expect(verb('POST', '/api/v1/namespaces/d/pods/foo')).toBeUndefined()
  expect(verb('POST', '/api/v1/namespaces/d/pods/foo/eviction')).toBe('create')
  expect(verb('GET', '/api/v1/namespaces/d/pods/foo/eviction')).toBeUndefined()
  expect(verb('PUT', '/api/v1/namespaces/d/finalize')).toBe('update')
  expect(verb('GET', '/api/v1/namespaces/d/finalize')).toBeUndefined()
  expect(verb('DELETE', '/api/v1/componentstatuses/x')).toBeUndefined()
  expect(verb('GET', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews')).toBeUndefined()
  expect(verb('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews')).toBe('create')
})
