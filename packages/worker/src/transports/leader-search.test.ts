import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { LeaderSearch } from './leader-search.ts'
import { RestartBackoff } from './restart-backoff.ts'

function start(random = 0) {
  const clock = new FakeClock()
  const [send, onTimeout] = [vi.fn(), vi.fn()]
  const search = new LeaderSearch({ clock, random: () => random, send, onTimeout })
  const counts = () => [send.mock.calls.length, onTimeout.mock.calls.length]
  return { clock, search, send, counts }
}

describe('a search for the leader', () => {
  test.each([
    [0, false, 4000],
    [0.5, false, 5000],
    [0, true, 1500],
    [1, true, 2250],
  ])(
    'with the random number %d, after silence: %s, waits %d ms, and goes on',
    async (random, wasSilent, waitMs) => {
      const { clock, search, counts } = start(random)
      search.begin(wasSilent)
      expect(counts()).toEqual([1, 0])
      await clock.advance(waitMs - 1)
      expect(counts()).toEqual([1, 0])
      await clock.advance(1)
      expect(counts()).toEqual([2, 1])
      await clock.advance(waitMs)
      expect(counts()).toEqual([3, 2])
    },
  )

  test('has one name, which the next search does not have', () => {
    const { search, send } = start()
    expect(search.follower).toBeUndefined()
    search.send()
    expect(send).not.toHaveBeenCalled()
    search.begin()
    const { follower } = search
    search.begin(true)
    search.send()
    expect(send.mock.calls).toEqual([[follower], [follower]])
    search.end()
    expect(search.follower).toBeUndefined()
  })

  test('gives a leader that announces itself one more round', async () => {
    const { clock, search, counts } = start()
    search.begin()
    search.wait()
    await clock.advance(4000)
    expect(counts()).toEqual([2, 0])
    await clock.advance(4000)
    expect(counts()).toEqual([3, 1])
  })

  test('that has ended sends nothing', async () => {
    const { clock, search, counts } = start()
    search.begin()
    search.end()
    search.end()
    search.send()
    await clock.advance(60_000)
    expect([counts(), clock.pendingTimers]).toEqual([[1, 0], 0])
  })
})

test('the pauses between starts double up to 30 s, and begin again after a healthy minute', async () => {
  const clock = new FakeClock()
  const pauses = new RestartBackoff(clock)
  const next = () => {
    pauses.started()
    return pauses.next()
  }
  expect(Array.from({ length: 8 }, next)).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  pauses.started()
  await clock.advance(59_999)
  expect(pauses.next()).toBe(30_000)
  pauses.started()
  await clock.advance(60_000)
  expect([pauses.next(), next()]).toEqual([0, 1000])
})
