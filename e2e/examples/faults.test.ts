import { createKubeClient, createListWatch, SharedIndexInformer } from '@kube-informer/core'
import { createFakeApiserver, FakeClock, generatePods, pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'

test('the cache recovers from broken watches, a 429 and a relist', async () => {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, objects: generatePods({ count: 10 }) })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock })
  const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, pods), clock })
  const stopping = new AbortController()
  const running = informer.run(stopping.signal)
  await informer.synced(stopping.signal)

  // Three watches end in the middle of an event, and the next request gets a 429.
  server.faults.add({ match: { watch: true }, times: 3, action: { type: 'truncate', afterEvents: 1 } })
  server.faults.add({ times: 1, action: { type: 'status', code: 429, retryAfterSeconds: 2 } })
  server.dropWatches()
  for (const pod of server.list(pods)) server.update({ ...pod, spec: { containers: [], nodeName: 'moved' } })
  // Then no watch can resume: every client has to list again.
  server.relist()
  await clock.advance(60_000)

  expect(informer.lister.list().map(pod => pod.spec?.nodeName)).toEqual(Array(10).fill('moved'))
  stopping.abort()
  await running
})
