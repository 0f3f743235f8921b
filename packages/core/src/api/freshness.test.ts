import { expect, test } from 'vitest'
import { type FreshnessSource, freshnessOf } from './freshness.ts'

const live: FreshnessSource = { data: 'complete', link: 'live', provenAt: 7 }

test.each<[string, Partial<FreshnessSource>, string, string | undefined]>([
  ['an open watch', {}, 'live', undefined],
  ['an open watch that has failed before', { error: new Error('a row') }, 'live', undefined],
  ['a list that runs', { progress: { received: 1 } }, 'catching-up', 'listing'],
  ['a watch that waits', { isWaiting: true }, 'catching-up', 'waiting for a connection'],
  ['no answer yet', { data: 'none', link: 'connecting' }, 'catching-up', 'connecting'],
  ['an open watch without rows', { data: 'none' }, 'catching-up', 'connecting'],
  ['a snapshot', { data: 'cached' }, 'cached', 'the server has not confirmed the snapshot'],
  [
    'a snapshot while it fails',
    { data: 'cached', link: 'retrying', error: new Error('down') },
    'offline',
    'down',
  ],
  ['a retry', { link: 'retrying', error: new Error('down'), progress: { received: 0 } }, 'offline', 'down'],
  ['the end', { link: 'stopped' }, 'offline', 'stopped'],
])('the freshness with %s', (_, status, state, reason) => {
  expect(freshnessOf({ ...live, ...status })).toEqual({ state, since: 7, ...(reason && { reason }) })
})

test('before the first proof there is no time', () => {
  expect(freshnessOf({ data: 'none', link: 'connecting' })).toEqual({
    state: 'catching-up',
    reason: 'connecting',
  })
})
