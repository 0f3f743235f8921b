import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { Backoff } from './backoff.ts'

const take = (backoff: Backoff, count: number): number[] =>
  Array.from({ length: count }, () => backoff.next())

test('S-17: without jitter, 0.8 s doubles up to 30 s', () => {
  const backoff = new Backoff({ clock: new FakeClock(), random: () => 0 })
  expect(take(backoff, 8)).toEqual([800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000])
})

test('S-19: full jitter doubles every delay', () => {
  const backoff = new Backoff({ clock: new FakeClock(), random: () => 1 })
  expect(take(backoff, 7)).toEqual([1_600, 3_200, 6_400, 12_800, 25_600, 51_200, 60_000])
})

test('S-18: the sequence starts again two minutes after it last did, however often it failed meanwhile', async () => {
  const clock = new FakeClock()
  const backoff = new Backoff({ clock, random: () => 0 })
  take(backoff, 5)
  await clock.advance(120_000)
  expect(backoff.next()).toBe(25_600)
  await clock.advance(1)
  expect(take(backoff, 2)).toEqual([800, 1_600])
})
