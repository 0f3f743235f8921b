import { expect, test } from 'vitest'
import { KeyError, UsageError } from './errors.ts'
import {
  DeletedFinalStateUnknown,
  deletionHandlingMetaNamespaceKey,
  joinMetaNamespaceKey,
  metaNamespaceKey,
  splitMetaNamespaceKey,
} from './keys.ts'
import { objectAccess } from './object-access.ts'
import { compareResourceVersions } from './resource-version.ts'
import { isStraightPath } from './url-below.ts'

test.each([
  ['1', '1', 0],
  ['1', '2', -1],
  ['2', '1', 1],
  ['9', '10', -1],
  ['10', '9', 1],
  ['9007199254740993', '9007199254740992', 1],
])('of the resourceVersions %s and %s the order is %d', (a, b, order) => {
  expect(Math.sign(compareResourceVersions(a, b))).toBe(order)
})

test.each(['', '0', '01', 'abc', '1a', '-1'])('the resourceVersion %j is not well formed', version => {
  expect(() => compareResourceVersions(version, '1')).toThrow(UsageError)
  expect(() => compareResourceVersions('1', version)).toThrow(UsageError)
})

test.each([
  ['n/a', 'n', 'a'],
  ['a', '', 'a'],
  ['', '', ''],
])('the key %j is of the namespace %j and the name %j', (key, namespace, name) => {
  expect(splitMetaNamespaceKey(key)).toEqual({ namespace, name })
  expect(joinMetaNamespaceKey({ namespace, name })).toBe(key)
})

test('a key has at most one slash', () => expect(() => splitMetaNamespaceKey('a/b/c')).toThrow(UsageError))

test('the key of an object is that of its name, of a stored form its own, and of a tombstone the stored one', () => {
  const object = { metadata: { name: 'a', namespace: 'n' } }
  expect([metaNamespaceKey(object), metaNamespaceKey({ metadata: { name: 'a' } })]).toEqual(['n/a', 'a'])
  expect(metaNamespaceKey(object, { ...objectAccess, key: () => 'own' })).toBe('own')
  expect(deletionHandlingMetaNamespaceKey(object)).toBe('n/a')
  expect(deletionHandlingMetaNamespaceKey(new DeletedFinalStateUnknown('n/b', object))).toBe('n/b')
  expect(() => metaNamespaceKey({})).toThrow(KeyError)
})

test.each([
  ['/a/b', true],
  ['/a/b?c=../d', true],
  ['/a/b#/../d', true],
  ['/a..b/.c/d.', true],
  ['/', true],
  ['', false],
  ['//a', false],
  ['/a/../b', false],
  ['/a/./b', false],
  ['/a/..', false],
  ['..', false],
  ['/a/%2E%2e/b', false],
  ['/a/.%2e', false],
  ['/a\\..\\b', false],
])('the path %j is used unchanged: %s', (path, isStraight) => expect(isStraightPath(path)).toBe(isStraight))
