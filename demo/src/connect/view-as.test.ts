import { expect, test } from 'vitest'
import { FAKE } from './cluster-info.ts'
import { mockCluster } from './clusters.ts'
import { baseUrlFor, identityFor } from './view-as.ts'

const prod = { id: 'prod', name: 'prod', baseUrl: '/clusters/prod', kind: 'real', identity: 'a1' } as const

test('a user has a path and a cache of their own', () => {
  expect(baseUrlFor(FAKE, 'developer')).toBe('/fake/as/developer')
  expect(identityFor(FAKE, { user: 'developer', identity: 'demo' })).toBe('demo as developer')
  expect(baseUrlFor(prod, 'jane@example.com/x')).toBe('/clusters/prod/as/jane%40example.com%2Fx')
  expect(identityFor(prod, { user: 'jane', identity: 'demo' })).toBe('demo@a1 as jane')
})

test.each(['.', '..'])('the name %j is none: a URL would resolve it', user => {
  for (const cluster of [FAKE, prod, mockCluster()])
    expect(() => baseUrlFor(cluster, user)).toThrow('cannot be viewed as')
})

test.each(['../x', '%2e%2e', '..%2f', 'a?b', 'a#b', '\\', '//evil.test', ' ', '...'])(
  'the requests of %j stay below the path of this user',
  user => {
    const { pathname } = new URL(`${baseUrlFor(prod, user)}/api`, 'http://localhost')
    expect(pathname.split('/').length).toBe('/clusters/prod/as/user/api'.split('/').length)
    expect(decodeURIComponent(pathname.split('/')[4] ?? '')).toBe(user)
  },
)

test.each([undefined, '', 'admin'])('no user is impersonated for %j in the fake cluster', user => {
  expect(baseUrlFor(FAKE, user)).toBe('/fake')
  expect(identityFor(FAKE, { user, identity: 'demo' })).toBe('demo')
})

test('the mock and a page without an identity share no cache', () => {
  expect(identityFor(mockCluster(), { identity: 'demo' })).toBeUndefined()
  expect(identityFor(prod, { user: 'jane' })).toBeUndefined()
})
