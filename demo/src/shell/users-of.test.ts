import { expect, test } from 'vitest'
import { FAKE } from '../connect/cluster-info.ts'
import { usersOf } from './users-of.ts'

const real = { id: 'k8s', name: 'a cluster', baseUrl: '/k8s', kind: 'real' } as const

test('the users of a cluster that names them are offered', () => {
  expect(usersOf(FAKE, 'viewer')).toBe(FAKE.users)
})

test('a user in the URL can be seen, and left, in a cluster that names no users', () => {
  expect(usersOf(real, 'dana')?.map(({ name }) => name)).toEqual(['yourself', 'dana'])
  expect(usersOf(real, undefined)).toBeUndefined()
})
