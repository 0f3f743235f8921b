import { createFakeApiserver, FakeClock, generatePods, pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { createKubeClient } from './kube-client.ts'
import { createListWatch, type ListWatchOptions } from './list-watch.ts'
import type { ListProgress } from './lister-watcher.ts'

async function progressOf(
  options: ListWatchOptions,
): Promise<{ last: ListProgress | undefined; requests: number }> {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, objects: generatePods({ count: 120, seed: 1 }) })
  // The count arrives while the long list is still in flight.
  server.faults.add({ match: { path: '/pods' }, times: 1, action: { type: 'delay', ms: 100 } })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
  let last: ListProgress | undefined
  const list = createListWatch(client, pods, options).list(
    { resourceVersion: '0', limit: 500 },
    {
      signal: new AbortController().signal,
      onProgress: progress => {
        last = progress
      },
    },
  )
  await clock.advance(100)
  expect((await list).items).toHaveLength(120)
  return { last, requests: server.requests.length }
}

test('a list in one response has an expected count in its progress', async () => {
  expect(await progressOf({ countAhead: true })).toEqual({
    last: { received: 120, expected: 120 },
    requests: 2,
  })
})

test('without the option, no additional request is sent', async () => {
  expect(await progressOf({})).toEqual({ last: { received: 120 }, requests: 1 })
})
