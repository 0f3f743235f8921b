import { describe, expect, test } from 'vitest'
import { worstFreshness } from './worst-freshness.ts'

const ready = { state: 'ready' } as const
const live = { state: 'live', since: 5 } as const
const offline = { state: 'offline', since: 4, reason: 'a' } as const

describe('the freshness of a connection', () => {
  test('is the worst one of its slices, with the oldest proof', () => {
    expect(worstFreshness(ready, [])).toEqual({ state: 'live' })
    expect(worstFreshness(ready, [live, { state: 'live', since: 3 }])).toEqual({ state: 'live', since: 3 })
    expect(worstFreshness(ready, [live, { state: 'catching-up' }, { state: 'cached', since: 9 }])).toEqual({
      state: 'cached',
      since: 9,
    })
    expect(worstFreshness(ready, [live, offline, { state: 'offline', since: 2, reason: 'b' }])).toEqual({
      state: 'offline',
      since: 2,
      reason: 'b',
    })
  })

  test('has no time if one of the worst slices never had proof', () => {
    expect(worstFreshness(ready, [offline, { state: 'offline', reason: 'c' }])).toEqual({
      state: 'offline',
      reason: 'c',
    })
  })

  test('is not that of its slices while it connects, and after its end', () => {
    expect(worstFreshness({ state: 'connecting', error: 'lost' }, [live])).toEqual({
      state: 'catching-up',
      reason: 'lost',
    })
    expect(worstFreshness({ state: 'closed' }, [live])).toEqual({ state: 'offline', reason: 'closed' })
  })
})
