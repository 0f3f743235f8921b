import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { ExpiringMap } from './expiring-map.ts'

const mapOf = (capacity: number) => {
  const clock = new FakeClock()
  const map = new ExpiringMap<string, number>({ clock, capacity })
  const entries = (...keys: string[]) => keys.map(key => map.get(key))
  return { clock, map, entries }
}

test('an entry is there until its time has passed, each for its own', async () => {
  const { clock, map, entries } = mapOf(9)
  map.set('a', 1, 10)
  map.set('b', 2, 11)
  await clock.advance(9)
  expect(entries('a', 'b', 'c')).toEqual([1, 2, undefined])
  await clock.advance(1)
  expect(entries('a', 'b')).toEqual([undefined, 2])
})

test('the oldest entry gives way to a new one, and a key that is set again is new', () => {
  const { map, entries } = mapOf(2)
  map.set('a', 1, 10)
  map.set('b', 2, 10)
  map.set('a', 3, 10)
  expect(entries('a', 'b')).toEqual([3, 2])
  map.set('c', 4, 10)
  expect(entries('a', 'b', 'c')).toEqual([3, undefined, 4])
})

test('an entry that was found expired takes no room', async () => {
  const { clock, map, entries } = mapOf(2)
  map.set('a', 1, 100)
  map.set('b', 2, 10)
  await clock.advance(10)
  expect(entries('b')).toEqual([undefined])
  map.set('c', 3, 10)
  expect(entries('a', 'b', 'c')).toEqual([1, undefined, 3])
})

test('a map that was cleared is empty', () => {
  const { map, entries } = mapOf(2)
  map.set('a', 1, 10)
  map.clear()
  expect(entries('a')).toEqual([undefined])
})
