import { createFakeApiserver, FakeClock, generatePods, type Pod, pods } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { createKubeClient } from '../../client/kube-client.ts'
import { createListWatch } from '../../client/list-watch.ts'
import { informerOver, label } from '../../test/informer-rig.ts'
import { podList } from '../../test/scripted-lister-watcher.ts'
import { SharedIndexInformer } from './shared-index-informer.ts'

/** An informer whose first watch dies without a word after one event. */
function asleep() {
  const clock = new FakeClock()
  const objects = generatePods({ count: 20, seed: 1 })
  const server = createFakeApiserver({ clock, objects, random: () => 0 })
  server.faults.add({ match: { watch: true }, times: 1, action: { type: 'stall', afterEvents: 1 } })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock })
  const informer = new SharedIndexInformer<Pod>({
    listerWatcher: createListWatch(client, pods, { trim: [] }),
    clock,
    random: () => 0,
  })
  const received: string[] = []
  informer.addEventHandler({ onUpdate: (_, pod) => void received.push(label(pod)) })
  const controller = new AbortController()
  const done = informer.run(controller.signal)
  const asked = () => server.requests.map(({ kind, resourceVersion }) => `${kind} ${resourceVersion}`)
  const touch = (...indexes: readonly number[]) =>
    indexes.map(index => label(server.update(server.list(pods)[index] as Pod)))
  return { clock, server, informer, received, controller, done, asked, touch }
}

describe('SharedIndexInformer.reconnect', () => {
  test('S-1: a watch whose connection died during a sleep is replaced at once: each missed event once, without a list', async () => {
    const { clock, server, informer, received, asked, touch, controller, done } = asleep()
    await clock.settle()
    const listed = informer.lastSyncResourceVersion
    const before = touch(0)
    await clock.advance(1_000)
    const during = touch(1, 2, 3)
    await clock.advance(20_000)
    expect(received).toEqual(before)
    const statuses = new Set<string>()
    informer.subscribeStatus(({ link, error }) => statuses.add(`${link} ${error?.message}`))
    informer.reconnect()
    await clock.settle()
    expect(received).toEqual([...before, ...during])
    expect(informer.indexer.list().map(label).sort()).toEqual(server.list(pods).map(label).sort())
    const seen = before[0]?.split('@')[1]
    expect(asked()).toEqual(['list 0', `watch ${listed}`, `watch ${seen}`])
    expect([...statuses]).toEqual(['live undefined'])
    expect(informer.status.counters).toMatchObject({ relists: 0, restarts: 1 })
    controller.abort()
    await done
    expect([clock.pendingTimers, server.openWatches]).toEqual([0, 0])
  })

  test('before the start, while a snapshot is loaded, and after the stop, it has no effect', async () => {
    const loading = Promise.withResolvers<undefined>()
    const { clock, informer, lw, start, controller } = informerOver(
      new FakeClock(),
      { lists: [podList(1)] },
      { snapshotStore: { load: () => loading.promise, save: async () => undefined } },
    )
    informer.reconnect()
    const done = start()
    informer.reconnect()
    loading.resolve(undefined)
    await clock.settle()
    expect([lw.lists.length, lw.watches.length]).toEqual([1, 1])
    controller.abort()
    informer.reconnect()
    await done
    informer.reconnect()
    expect([lw.watches.length, clock.pendingTimers]).toEqual([1, 0])
  })
})
