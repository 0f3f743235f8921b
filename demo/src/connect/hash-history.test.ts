import { expect, test } from 'vitest'
import { routeIn } from './hash-history.ts'

test.each([
  ['', '', '/', ''],
  ['', '?pods=5', '/', '?pods=5'],
  ['#/c/mock/core/v1/pods', '?pods=5', '/c/mock/core/v1/pods', '?pods=5'],
  ['#/c/mock?as=developer', '?pods=5', '/c/mock', '?as=developer'],
  ['#/c/mock?as=developer', '', '/c/mock', '?as=developer'],
])('the route of %j after %j is %s with the parameters %j', (hash, search, pathname, query) => {
  expect(routeIn({ hash, search })).toEqual({ href: pathname + query, pathname, search: query, hash: '' })
})

test('a route can have a hash of its own', () => {
  const route = { href: '/c/mock?pods=5#events', pathname: '/c/mock', search: '?pods=5', hash: '#events' }
  expect(routeIn({ hash: '#/c/mock#events', search: '?pods=5' })).toEqual(route)
})
