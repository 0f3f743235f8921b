import { StatusError } from '@kube-informer/core'
import { describe, expect, test } from 'vitest'
import { completeUser, impersonatedParts, impersonatedUser, modeOf } from './impersonation.ts'

const userOf = (headers: Record<string, string>) => impersonatedUser(new Request('http://fake/', { headers }))
const user = (username: string, groups: readonly string[] = []) => ({ username, groups })
const ACCOUNT = 'system:serviceaccount:ns:sa'

describe('the user of a request', () => {
  test.each([
    [{}, undefined],
    [{ 'Impersonate-User': '' }, undefined],
    [{ 'Impersonate-User': 'a' }, user('a')],
    [{ 'Impersonate-User': 'a', 'Impersonate-Group': 'g, h' }, user('a', ['g', 'h'])],
    [
      { 'Impersonate-User': 'a', 'Impersonate-Uid': 'u' },
      { ...user('a'), uid: 'u' },
    ],
    [
      { 'Impersonate-User': 'a', 'Impersonate-Extra-Scopes': 'x, y', 'Impersonate-Extra-acme.com%2Fb': 'z' },
      { ...user('a'), extra: { scopes: ['x', 'y'], 'acme.com/b': ['z'] } },
    ],
    [
      { 'Impersonate-User': 'a', 'Impersonate-Extra-%zz': 'x' },
      { ...user('a'), extra: { '%zz': ['x'] } },
    ],
  ])('%j', (headers, expected) => {
    expect(userOf(headers as Record<string, string>)).toEqual(expected)
  })

  test.each([
    [{ 'Impersonate-Uid': 'u' }, 'UID:"u", Groups:[]string(nil), Extra:map[string][]string(nil)'],
    [{ 'Impersonate-Group': 'g,h' }, 'UID:"", Groups:[]string{"g", "h"}, Extra:map[string][]string(nil)'],
    [
      { 'Impersonate-Extra-b': 'x,y', 'Impersonate-Extra-a': 'z' },
      'UID:"", Groups:[]string(nil), Extra:map[string][]string{"a":[]string{"z"}, "b":[]string{"x", "y"}}',
    ],
  ])('has a name: %j', (headers, members) => {
    expect(() => userOf(headers as Record<string, string>)).toThrow(StatusError)
    expect(() => userOf(headers as Record<string, string>)).toThrow(
      `requested &user.DefaultInfo{Name:"", ${members}} without impersonating a user name`,
    )
  })
})

test('a service account without groups has those of service accounts', () => {
  const own = ['system:serviceaccounts', 'system:serviceaccounts:ns']
  expect(completeUser(user(ACCOUNT)).groups).toEqual(expect.arrayContaining(own))
  expect(completeUser(user(ACCOUNT, ['g'])).groups).not.toEqual(expect.arrayContaining(own.slice(0, 1)))
  expect(completeUser(user(ACCOUNT, ['g'])).groups).toContain('g')
  expect(completeUser(user('a')).groups).not.toContain('system:serviceaccounts')
})

test('an impersonation needs a right for each part', () => {
  const group = 'authentication.k8s.io'
  expect(impersonatedParts(user('a'))).toEqual([{ group: '', resource: 'users', name: 'a' }])
  expect(impersonatedParts({ ...user(ACCOUNT, ['g']), uid: 'u', extra: { k: ['x', 'y'] } })).toEqual([
    { group: '', resource: 'serviceaccounts', namespace: 'ns', name: 'sa' },
    { group, resource: 'uids', name: 'u' },
    { group: '', resource: 'groups', name: 'g' },
    { group, resource: 'userextras', subresource: 'k', name: 'x' },
    { group, resource: 'userextras', subresource: 'k', name: 'y' },
  ])
})

test.each([
  [user('a'), 'user-info'],
  [user('a', ['g']), 'user-info'],
  [user(ACCOUNT), 'serviceaccount'],
  [user('system:node:n'), 'arbitrary-node'],
  [user(ACCOUNT, ['g']), undefined],
  [{ ...user('system:node:n'), uid: 'u' }, undefined],
  [{ ...user(ACCOUNT), extra: {} }, undefined],
])('the mode of %j is %s', (of, expected) => {
  expect(modeOf(of)).toBe(expected)
})
