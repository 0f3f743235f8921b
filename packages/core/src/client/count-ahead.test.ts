import {
  createFakeApiserver,
  FakeClock,
  type FaultAction,
  generatePods,
  type Pod,
  pods,
} from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { isForbidden } from '../api/errors.ts'
import type { ListProgress } from '../api/lister-watcher.ts'
import { createKubeClient } from './kube-client.ts'
import { createListWatch, type ListWatchOptions } from './list-watch.ts'

interface Expectation extends ListWatchOptions<string, Pod> {
  /** How the server responds to the list. */
  readonly action?: FaultAction
  /** @default 120 */
  readonly length?: number
}

/** Lists Pods; returns the last progress, the limits of the requests, and the number of objects or the error. */
async function listed({ action, length = 120, ...options }: Expectation) {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, objects: generatePods({ count: length, seed: 1 }) })
  if (action) server.faults.add({ match: { path: '/pods' }, times: 1, action })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock })
  let last: ListProgress | undefined
  const listing = createListWatch(client, pods, options).list(
    { resourceVersion: '0', limit: 500 },
    {
      signal: new AbortController().signal,
      onProgress: progress => {
        last = progress
      },
    },
  )
  const result = listing.then(
    ({ items }) => items.length,
    (error: Error) => error,
  )
  await clock.advance(1_000)
  return { last, limits: server.requests.map(({ query }) => query.limit), result: await result }
}

const slowly: FaultAction = { type: 'slow', everyMs: 1, bytes: 4_000 }

test('a list in one response has an expected count in its progress', async () => {
  expect(await listed({ countAhead: true, action: slowly })).toEqual({
    last: { received: 120, expected: 120 },
    limits: ['500', '1'],
    result: 120,
  })
})

test('a list that arrives in one part is not counted', async () => {
  const { last, limits } = await listed({ countAhead: true, length: 3 })
  expect([last, limits]).toEqual([{ received: 3 }, ['500']])
})

test('a list that the server denies is not counted: no second request is denied', async () => {
  const { limits, result } = await listed({ countAhead: true, action: { type: 'status', code: 403 } })
  expect([limits, isForbidden(result)]).toEqual([['500'], true])
})

test('without the option, no additional request is sent', async () => {
  const { last, limits } = await listed({ action: slowly })
  expect([last, limits]).toEqual([{ received: 120 }, ['500']])
})
