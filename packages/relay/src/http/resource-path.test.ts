import { expect, test } from 'vitest'
import { parseResourcePath } from './resource-path.ts'

const PLACE = { group: '', version: 'v1', resource: 'pods', namespace: '', name: '', subresource: '' }

test.each([
  ['/api/v1/pods', {}],
  ['/api/v1/namespaces/a/pods', { namespace: 'a' }],
  ['/api/v1/namespaces/a/pods/x', { namespace: 'a', name: 'x' }],
  ['/api/v1/namespaces/a/pods/x/log', { namespace: 'a', name: 'x', subresource: 'log' }],
  ['/api/v1/namespaces/a/pods/x/proxy/b/c', { namespace: 'a', name: 'x', subresource: 'proxy/b/c' }],
  ['/api/v1/watch/namespaces/a/pods', { namespace: 'a', isLegacyWatch: true }],
  ['/api/v1/namespaces', { resource: 'namespaces' }],
  ['/api/v1/namespaces/a', { resource: 'namespaces', name: 'a' }],
  ['/apis/apps/v1/deployments', { group: 'apps', resource: 'deployments' }],
  [
    '/apis/apps/v1/namespaces/a/deployments/d',
    { group: 'apps', resource: 'deployments', namespace: 'a', name: 'd' },
  ],
])('%s', (path, expected) => {
  expect(parseResourcePath(path)).toEqual({ ...PLACE, isLegacyWatch: false, ...expected })
})

test.each([
  '/',
  '/api',
  '/api/v1',
  '/apis/apps/v1',
  '/api/v1/',
  '/api/v1//pods',
  '/api/v1/pods/',
  '/api/v1/pods/a%2Fx',
  '/api/v1/namespaces/a%2fb/pods',
  '/api/v1/namespaces/../pods',
  '/api/v1/namespaces/%2e%2e/pods',
  '/api/v1/pods/%25',
  '/api/v1/pods/%zz',
  '/healthz',
])('%s names no resource', path => {
  expect(parseResourcePath(path)).toBeUndefined()
})
