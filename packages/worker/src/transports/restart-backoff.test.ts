import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { RestartBackoff } from './restart-backoff.ts'

function start() {
  const clock = new FakeClock()
  return { clock, backoff: new RestartBackoff(clock) }
}

test('the first restart has no pause, and each later one twice that before, up to half a minute', () => {
  const { backoff } = start()
  backoff.started()
  expect(Array.from({ length: 8 }, () => backoff.next())).toEqual([
    0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
})

test('begins again once a host has run for a minute', async () => {
  const { clock, backoff } = start()
  const restartAfter = async (ms: number) => {
    backoff.started()
    await clock.advance(ms)
    return backoff.next()
  }
  expect([await restartAfter(0), await restartAfter(0), await restartAfter(59_999)]).toEqual([0, 1000, 2000])
  expect([await restartAfter(60_000), await restartAfter(0)]).toEqual([0, 1000])
})
