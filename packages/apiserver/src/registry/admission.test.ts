import { expect, test } from 'vitest'
import type { AnyObject } from '../object/any-object.ts'
import { protectedBy, tainted, withName, withSecretNames } from './admission.ts'

const STORED: AnyObject = {}
const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }

test('a new object is protected by a finalizer, once; a stored one is left alone', () => {
  const protect = protectedBy('e.com/in-use')
  const finalizers = (...names: readonly string[]): AnyObject => ({
    metadata: { name: 'a', finalizers: names },
  })
  expect(protect({ metadata: { name: 'a' } }, undefined)).toEqual(finalizers('e.com/in-use'))
  expect(protect({}, undefined)).toEqual({ metadata: { finalizers: ['e.com/in-use'] } })
  expect(protect(finalizers('x'), undefined)).toEqual(finalizers('x', 'e.com/in-use'))
  for (const [object, stored] of [
    [finalizers('e.com/in-use'), undefined],
    [finalizers('x'), STORED],
  ] as const)
    expect(protect(object, stored)).toBe(object)
})

test('a new node is not ready, and says so once', () => {
  const node = (...taints: readonly object[]): AnyObject => ({ spec: { podCIDR: 'c', taints } })
  const others = [
    { key: 'other', effect: 'NoSchedule' },
    { ...NOT_READY, effect: 'NoExecute' },
  ]
  expect(tainted(node(...others), undefined)).toEqual(node(...others, NOT_READY))
  expect(tainted({}, undefined)).toEqual({ spec: { taints: [NOT_READY] } })
  for (const [object, stored] of [
    [node(NOT_READY), undefined],
    [node(), STORED],
  ] as const)
    expect(tainted(object, stored)).toBe(object)
})

test('of the Secrets of a service account only the names stay', () => {
  expect(withSecretNames({ secrets: [{ name: 'a', namespace: 'n' }, { kind: 'Secret' }] })).toEqual({
    secrets: [{ name: 'a' }, {}],
  })
  const none = { secrets: [] }
  expect(withSecretNames(none)).toBe(none)
})

test('a limit range without a name has its uid as name', () => {
  const named = { metadata: { name: 'a', uid: 'u' } }
  expect(withName(named)).toBe(named)
  expect(withName({ metadata: { uid: 'u' } })).toEqual({ metadata: { uid: 'u', name: 'u' } })
})
