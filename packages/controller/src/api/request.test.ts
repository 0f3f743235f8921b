import { expect, test } from 'vitest'
import { requestKey, requestOf } from './request.ts'

test('a key is that of the object in a cache', () => {
  expect(requestKey({ namespace: 'ns', name: 'a' })).toBe('ns/a')
  expect(requestKey({ namespace: '', name: 'node-1' })).toBe('node-1')
  expect(requestKey({ name: 'node-1' })).toBe('node-1')
})

test('C-WQ-15: two requests never share a key', () => {
  const requests = [
    { namespace: 'a/b', name: 'c' },
    { namespace: 'a', name: 'b/c' },
    { namespace: '', name: 'a/b/c' },
    { namespace: 'a', name: 'b%2Fc' },
    { namespace: 'a%2Fb', name: 'c' },
  ]
  expect(new Set(requests.map(requestKey)).size).toBe(requests.length)
})

test('an object without a name has no request', () => {
  expect(requestOf({ metadata: { name: 'a' } })).toEqual({ namespace: '', name: 'a' })
  expect(() => requestOf({ metadata: {} })).toThrow('the object has no name in its metadata')
})
