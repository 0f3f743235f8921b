import { createKubeClient, createListWatch, SharedIndexInformer } from '@kube-informer/core'
import {
  createChurn,
  createFakeApiserver,
  FakeClock,
  generatePods,
  pods,
  seededRandom,
} from '@kube-informer/testing'
import { expect, test } from 'vitest'

test('ten minutes of watching in virtual time', async () => {
  const clock = new FakeClock()
  const objects = generatePods({ count: 100 })
  const server = createFakeApiserver({ clock, random: seededRandom(1), objects })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock })
  const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, pods), clock })
  const stopping = new AbortController()
  const running = informer.run(stopping.signal)
  const churn = createChurn(server, { perSecond: 1 })
  churn.start()
  await clock.advance(10 * 60_000)
  churn.stop()
  await clock.settle()
  expect(informer.indexer.listKeys().toSorted()).toEqual(server.keys(pods))
  stopping.abort()
  await running
})
