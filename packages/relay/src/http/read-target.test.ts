import { describe, expect, test } from 'vitest'
import { parseRead } from './read-target.ts'

const read = (path: string, init?: RequestInit) => parseRead(new Request(`http://relay${path}`, init))
const PODS = {
  ...{ group: '', version: 'v1', resource: 'pods', namespace: '', name: '' },
  ...{ labelSelector: '', fieldSelector: '' },
}

describe('the attributes of a read', () => {
  test.each<[string, object]>([
    ['/api/v1/pods', { verb: 'list' }],
    ['/api/v1/pods?watch=1', { verb: 'watch' }],
    ['/api/v1/pods?watch=0', { verb: 'list' }],
    ['/api/v1/watch/pods', { verb: 'watch' }],
    ['/api/v1/watch/namespaces/a/pods/x', { verb: 'watch', namespace: 'a', name: 'x' }],
    ['/api/v1/namespaces/a/pods', { verb: 'list', namespace: 'a' }],
    ['/api/v1/namespaces/a/pods/x', { verb: 'get', namespace: 'a', name: 'x' }],
    ['/api/v1/namespaces/a/pods/x?watch=1', { verb: 'get', namespace: 'a', name: 'x' }],
    ['/apis/apps/v1/deployments', { verb: 'list', group: 'apps', resource: 'deployments' }],
    ['/api/v1/namespaces', { verb: 'list', resource: 'namespaces' }],
    ['/api/v1/namespaces/a', { verb: 'get', resource: 'namespaces', namespace: 'a', name: 'a' }],
    [
      '/apis/example.com/v1/namespaces/a/namespaces/x',
      { verb: 'get', group: 'example.com', resource: 'namespaces', namespace: 'a', name: 'x' },
    ],
    ['/api/v1/pods?labelSelector=a%3Db', { verb: 'list', labelSelector: 'a=b' }],
    ['/api/v1/namespaces/a/pods/x?labelSelector=a', { verb: 'get', namespace: 'a', name: 'x' }],
    [
      '/api/v1/namespaces/a/pods/x?fieldSelector=metadata.name%3Dy',
      { verb: 'get', namespace: 'a', name: 'x' },
    ],
    [
      '/api/v1/pods?fieldSelector=metadata.name%3Dx',
      { verb: 'list', name: 'x', fieldSelector: 'metadata.name=x' },
    ],
    [
      '/api/v1/pods?watch=1&fieldSelector=spec.a%3D1,metadata.name%3D%3Dx',
      { verb: 'watch', name: 'x', fieldSelector: 'spec.a=1,metadata.name==x' },
    ],
    ['/api/v1/pods?fieldSelector=metadata.name!%3Dx', { verb: 'list', fieldSelector: 'metadata.name!=x' }],
    ['/api/v1/pods?fieldSelector=spec.name%3Dx', { verb: 'list', fieldSelector: 'spec.name=x' }],
    ['/api/v1/pods?fieldSelector=broken', { verb: 'list', fieldSelector: 'broken' }],
  ])('%s', (path, expected) => {
    expect(read(path)?.attributes).toEqual({ ...PODS, ...expected })
  })
})

test('the call has the scope, the query, the Accept header and the signal of the request', () => {
  const request = new Request('http://relay/api/v1/watch/namespaces/a/pods/x?limit=1', {
    headers: { Accept: 'b' },
  })
  const call = parseRead(request)?.call
  expect(call).toMatchObject({
    namespace: 'a',
    name: 'x',
    isLegacyWatch: true,
    accept: 'b',
    signal: request.signal,
  })
  expect(call?.query.get('limit')).toBe('1')
  expect(read('/api/v1/pods')).toMatchObject({
    path: { resource: 'pods', subresource: '' },
    call: { isLegacyWatch: false, accept: null },
  })
})

test.each<[string, RequestInit]>([
  ['/api/v1/pods', { method: 'POST' }],
  ['/api/v1/pods', { method: 'HEAD' }],
  ['/api/v1/namespaces/a/pods/x/log', {}],
  ['/healthz', {}],
  ['/api/v1/pods', { headers: { 'Impersonate-User': 'bob' } }],
  ['/api/v1/pods', { headers: { 'impersonate-extra-a': 'b' } }],
])('%s with %o is not a read of the relay', (path, init) => {
  expect(read(path, init)).toBeUndefined()
})

test('a header that only contains the word is no impersonation', () => {
  expect(read('/api/v1/pods', { headers: { 'X-Impersonate-User': 'bob' } })).toBeDefined()
})
