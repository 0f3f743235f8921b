import { expect, test } from 'vitest'
import { versionedPods } from '../pods/wire.ts'
import { type Change, churnOf, MARK_EVERY } from './churn.ts'

const setup = { count: 50 }
function changes(count: number): readonly Change[] {
  const churn = churnOf(setup)
  return Array.from({ length: count }, () => churn.next().value)
}

test('what happens is legal: what is deleted was there, what is added was not, each has a version of its own', () => {
  const keys = new Set([...versionedPods(setup)].map(({ metadata }) => metadata.uid))
  let version = 1_000_000
  for (const { type, object, count } of changes(2_000)) {
    const { uid, resourceVersion } = object.metadata
    expect(keys.has(uid)).toBe(type !== 'ADDED')
    if (type === 'DELETED') keys.delete(uid)
    else keys.add(uid)
    expect(count).toBe(keys.size)
    expect(resourceVersion).toBe(String(++version))
  }
})

test('Pods come and go, and there are about as many of them as before', () => {
  const all = changes(2_000)
  const of = (type: Change['type']) => all.filter(change => change.type === type).length
  expect(of('DELETED')).toBe(100)
  expect(of('ADDED')).toBeGreaterThan(90)
})

test('the first Pod stays, and its changes tell how far a reader is', () => {
  const [first] = versionedPods(setup)
  const all = changes(2 * MARK_EVERY)
  const ofFirst = all.filter(({ object }) => object.metadata.uid === first?.metadata.uid)
  expect(ofFirst).toEqual([all[MARK_EVERY - 1], all[2 * MARK_EVERY - 1]])
})
