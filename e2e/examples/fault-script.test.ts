import { createKubeClient, createListWatch, SharedIndexInformer } from '@kube-informer/core'
import {
  createFakeApiserver,
  FakeClock,
  generatePods,
  playFaults,
  pods,
  randomFaultScript,
} from '@kube-informer/testing'
import { expect, test } from 'vitest'

test.each([1, 2, 3])('the cache recovers from ten minutes of random faults, seed %i', async seed => {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, objects: generatePods({ count: 10 }) })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock })
  const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, pods), clock })
  const stopping = new AbortController()
  const running = informer.run(stopping.signal)
  playFaults(server, randomFaultScript({ seed, durationMs: 10 * 60_000 }))
  for (let minute = 0; minute < 10; minute++) {
    for (const pod of server.list(pods)) server.update({ ...pod, spec: { containers: [], minute } })
    await clock.advance(60_000)
  }
  server.faults.clear()
  await clock.advance(10 * 60_000)
  expect(informer.lister.list().map(pod => pod.spec?.minute)).toEqual(Array(10).fill(9))
  stopping.abort()
  await running
})
