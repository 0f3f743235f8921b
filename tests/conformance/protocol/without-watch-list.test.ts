import { createListWatch, SharedIndexInformer } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { createFake, openFake } from './fake-target.ts'
import { createPods } from './objects.ts'
import { invalidOptions, rejectionOf } from './rejection.ts'
import { textsOf, WatchReader } from './watch-reader.ts'

const open = (defer: (cleanup: () => unknown) => void) =>
  openFake(createFake({ features: { watchList: false } }), defer)

test('V14: a server without WatchList rejects sendInitialEvents', async ({ onTestFinished }) => {
  const cluster = await open(cleanup => onTestFinished(async () => void (await cleanup())))
  const watch = cluster.client.watch(pods, { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' })
  expect(await rejectionOf(watch)).toEqual(
    invalidOptions([
      'Forbidden',
      'sendInitialEvents',
      'Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
    ]),
  )
})

test('V14, S16: a server without WatchList sends no end marker', async ({ onTestFinished }) => {
  const cluster = await open(cleanup => onTestFinished(async () => void (await cleanup())))
  await createPods(cluster, 'a')
  const options = { namespace: await cluster.namespace(), resourceVersion: '0', allowWatchBookmarks: true }
  const watch = await WatchReader.open(cluster, pods, options)
  await createPods(cluster, 'b')
  expect(textsOf(await watch.upTo('A b'))).toEqual(['A a', 'A b'])
})

test('V14: an informer that requests a watch list falls back to a list', async ({ onTestFinished }) => {
  const cluster = await open(cleanup => onTestFinished(async () => void (await cleanup())))
  await createPods(cluster, 'a', 'b')
  const { client, clock } = cluster
  const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, pods), clock })
  const stopping = new AbortController()
  const running = informer.run(stopping.signal)
  await cluster.elapse(1_000)
  expect(informer.indexer.listKeys().toSorted()).toEqual(['n/a', 'n/b'])
  stopping.abort()
  await running
})
