import { expect, test } from 'vitest'
import { versionedPods } from '../pods/wire.ts'
import { type Change, churnOf, MARK_EVERY } from './churn.ts'

const setup = { count: 50 }
function changes(count: number): readonly Change[] {
  const churn = churnOf(setup)
  return Array.from({ length: count }, () => churn.next().value)
}

test('events are consistent: a deleted Pod existed, an added one did not, and each has a resourceVersion of its own', () => {
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

test('Pods are added and deleted, and their number stays about the same', () => {
  const all = changes(2_000)
  const of = (type: Change['type']) => all.filter(change => change.type === type).length
  expect(of('DELETED')).toBe(100)
  expect(of('ADDED')).toBeGreaterThan(90)
})

test('the first Pod is never deleted, and its changes show the progress of a reader', () => {
  const [first] = versionedPods(setup)
  const all = changes(2 * MARK_EVERY)
  const ofFirst = all.filter(({ object }) => object.metadata.uid === first?.metadata.uid)
  expect(ofFirst).toEqual([all[MARK_EVERY - 1], all[2 * MARK_EVERY - 1]])
})
