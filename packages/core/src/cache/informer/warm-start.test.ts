import {
  createFakeApiserver,
  FakeClock,
  generatePods,
  type Pod,
  pods,
  seededRandom,
} from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { StatusError } from '../../api/errors.ts'
import type { KubernetesObject } from '../../api/object.ts'
import type { SnapshotChange, SnapshotStore } from '../../api/snapshot-store.ts'
import { createKubeClient } from '../../client/kube-client.ts'
import { createListWatch } from '../../client/list-watch.ts'
import { createMemorySnapshotStore } from '../../snapshot/memory-snapshot-store.ts'
import { informerOver, label, recorder } from '../../test/informer-rig.ts'
import {
  added,
  bookmark,
  deleted,
  errorEvent,
  modified,
  pod,
  podList,
  type WatchScript,
} from '../../test/scripted-lister-watcher.ts'
import { byPath } from '../store/index-function.ts'
import { SharedIndexInformer } from './shared-index-informer.ts'

const expired = new StatusError({ code: 410, reason: 'Expired', message: 'too old resource version' })

/** A store that writes down what it is given, and has this to begin with. */
async function storeWith(resourceVersion: string, ...objects: KubernetesObject[]) {
  const memory = createMemorySnapshotStore<KubernetesObject>()
  const saved: SnapshotChange<KubernetesObject>[] = []
  if (resourceVersion !== '') {
    await memory.save({ type: 'replace', resourceVersion, objects }, new AbortController().signal)
  }
  const store: SnapshotStore<KubernetesObject> = {
    load: signal => memory.load(signal),
    save: async (change, signal) => {
      saved.push(change)
      await memory.save(change, signal)
    },
  }
  return { store, saved, memory }
}

type Script = Parameters<typeof informerOver>[1]

async function warm(
  watches: readonly WatchScript[],
  lists: Script['lists'] = [podList(9, pod('new', 9))],
  queue: 'delta' | 'real' = 'delta',
) {
  const kept = await storeWith('7', pod('a', 5), pod('b', 6))
  const rig = informerOver(new FakeClock(), { lists, watches }, { snapshotStore: kept.store, queue })
  const { log, ...handler } = recorder()
  const registration = rig.informer.addEventHandler(handler)
  return { ...rig, ...kept, log, registration, done: rig.start() }
}

describe('a warm start', () => {
  test.each(['delta', 'real'] as const)(
    'through the %s queue, a snapshot is delivered as the initial list, and the watch resumes at its resourceVersion without a list',
    async queue => {
      const { clock, informer, lw, log, registration } = await warm(
        [{ reads: [], stayOpen: true }],
        [],
        queue,
      )
      await clock.settle()
      expect(log).toEqual(['add a@5 initial', 'add b@6 initial'])
      expect([informer.hasSynced(), registration.hasSynced()]).toEqual([true, true])
      expect(informer.status).toMatchObject({ data: 'cached', link: 'live' })
      await informer.synced()
      expect([lw.lists, lw.watches.map(options => options.resourceVersion)]).toEqual([[], ['7']])
    },
  )

  test.each([
    ['an event', [modified(pod('a', 8))]],
    ['a bookmark', [bookmark(8)]],
  ])('it is complete with %s of the resumed watch', async (_, read) => {
    const { clock, informer, log } = await warm([{ reads: [read], stayOpen: true }])
    await clock.settle()
    expect(informer.status.data).toBe('complete')
    expect(informer.lastSyncResourceVersion).toBe('8')
    expect(log.length).toBeGreaterThanOrEqual(2)
  })

  test('the first list is a relist, and watches that resume are none', async () => {
    const { clock, informer } = await warm([
      { reads: [[modified(pod('a', 8))]] },
      { reads: [[errorEvent(410, 'Expired')]] },
      { reads: [], stayOpen: true },
    ])
    await clock.advance(60_000)
    expect(informer.status.resourceVersion).toBe('9')
    expect(informer.status.counters).toMatchObject({ relists: 1, restarts: 2 })
  })

  test('it is complete a second after the watch was accepted, when nothing happens', async () => {
    const { clock, informer, done, controller } = await warm([{ reads: [], stayOpen: true }])
    await clock.advance(999)
    expect(informer.status.data).toBe('cached')
    await clock.advance(1)
    expect(informer.status.data).toBe('complete')
    controller.abort()
    await done
    expect(clock.pendingTimers).toBe(0)
  })

  test('a watch that a reconnect replaced within that second confirms nothing: the next one needs a second, too', async () => {
    const { clock, informer } = await warm([
      { reads: [], stayOpen: true },
      { reads: [], stayOpen: true },
    ])
    await clock.advance(600)
    informer.reconnect()
    await clock.advance(999)
    expect(informer.status.data).toBe('cached')
    await clock.advance(1)
    expect(informer.status).toMatchObject({ data: 'complete', counters: { restarts: 1 } })
  })

  test('nor does it confirm anything while the next one is pending', async () => {
    const { clock, informer, lw } = await warm([{ reads: [], stayOpen: true }])
    await clock.advance(600)
    lw.watch = () => new Promise(() => {})
    informer.reconnect()
    await clock.advance(30_000)
    expect(informer.status.data).toBe('cached')
  })

  test.each([
    ['a watch that is refused with 410', expired],
    ['a watch that is accepted and then says ERROR 410', { reads: [[errorEvent(410, 'Expired')]] }],
  ])('after %s, it is not complete before a list, which tells updates and tombstones', async (_, watch) => {
    const { clock, informer, lw, log } = await warm(
      [watch, { reads: [], stayOpen: true }],
      [expired, podList(9, pod('a', 8), pod('new', 9))],
    )
    await clock.advance(799)
    expect([informer.status.data, lw.lists.length]).toEqual(['cached', 0])
    log.length = 0
    await clock.advance(1)
    expect(lw.lists.map(options => options.resourceVersion)).toEqual(['7', ''])
    expect(log).toEqual(['delete DFSU b@6', 'update a@5 a@8', 'add new@9'])
    expect(informer.status).toMatchObject({ data: 'complete', link: 'live', resourceVersion: '9' })
  })

  test('a stop while it is only cached leaves no timer', async () => {
    const { clock, informer, controller, done } = await warm([{ reads: [], stayOpen: true }])
    await clock.settle()
    controller.abort()
    await done
    expect([clock.pendingTimers, informer.status.data]).toEqual([0, 'cached'])
  })

  test('without a snapshot it lists, and saves the whole once', async () => {
    const { store, saved } = await storeWith('')
    const { clock, informer, start } = informerOver(
      new FakeClock(),
      { lists: [podList(5, pod('a', 1), pod('b', 2))] },
      { snapshotStore: store },
    )
    void start()
    await clock.advance(499)
    expect([informer.status.data, saved]).toEqual(['complete', []])
    await clock.advance(1)
    expect(saved).toEqual([{ type: 'replace', resourceVersion: '5', objects: [pod('a', 1), pod('b', 2)] }])
    await clock.advance(60_000)
    expect(saved).toHaveLength(1)
  })

  test('changes are saved together, twice a second at most, with the resourceVersion that they cover', async () => {
    const { clock, saved, memory } = await warm([
      {
        reads: [
          [modified(pod('a', 8)), deleted(pod('b', 9))],
          [added(pod('c', 10)), bookmark(12)],
        ],
        stayOpen: true,
      },
    ])
    await clock.advance(500)
    expect(saved).toEqual([
      {
        type: 'delta',
        resourceVersion: '12',
        upserts: new Map([
          ['default/a', pod('a', 8)],
          ['default/c', pod('c', 10)],
        ]),
        deletions: ['default/b'],
      },
    ])
    const kept = await memory.load(new AbortController().signal)
    expect([kept?.resourceVersion, kept?.objects.map(label)]).toEqual(['12', ['a@8', 'c@10']])
  })

  test('a bookmark alone updates the saved resourceVersion', async () => {
    const { clock, saved } = await warm([{ reads: [[bookmark(20)]], stayOpen: true }])
    await clock.advance(500)
    expect(saved).toEqual([{ type: 'delta', resourceVersion: '20', upserts: new Map(), deletions: [] }])
  })

  test('a store that fails affects only itself: the status has the error, and a full write follows later', async () => {
    const { store, saved } = await storeWith('7', pod('a', 5))
    let rejections = 1
    const snapshotStore: SnapshotStore<KubernetesObject> = {
      load: signal => store.load(signal),
      save: async (change, signal) => {
        if (rejections-- > 0) throw new Error('QuotaExceededError')
        await store.save(change, signal)
      },
    }
    const { clock, informer, start } = informerOver(
      new FakeClock(),
      { lists: [], watches: [{ reads: [[modified(pod('a', 8))]], stayOpen: true }] },
      { snapshotStore },
    )
    void start()
    await clock.advance(500)
    expect(informer.status).toMatchObject({ link: 'live', error: { message: 'QuotaExceededError' } })
    expect(informer.indexer.list().map(label)).toEqual(['a@8'])
    await clock.advance(1_000)
    expect(saved).toEqual([{ type: 'replace', resourceVersion: '8', objects: [pod('a', 8)] }])
  })

  test('after a rejected object nothing is saved until a list is complete', async () => {
    const { store, saved } = await storeWith('7', pod('a', 5))
    const { clock, start } = informerOver(
      new FakeClock(),
      {
        lists: [podList(12, pod('a', 8), pod('b', 11))],
        watches: [
          {
            reads: [[modified(pod('a', 8)), added(pod('bad', 9)), bookmark(10), errorEvent(410, 'Expired')]],
          },
        ],
      },
      {
        snapshotStore: store,
        transform: object => {
          if (object.metadata?.name === 'bad') throw new Error('cannot transform')
          return object
        },
      },
    )
    void start()
    await clock.advance(799)
    expect(saved).toEqual([])
    await clock.advance(1_000)
    expect(saved).toEqual([{ type: 'replace', resourceVersion: '12', objects: [pod('a', 8), pod('b', 11)] }])
  })

  test.each<[string, SnapshotStore<KubernetesObject>['load']]>([
    ['fails', () => Promise.reject(new Error('no disk'))],
    ['never answers', () => new Promise(() => {})],
  ])('a store whose load %s does not delay the list for long', async (_, load) => {
    const snapshotStore = { load, save: async () => undefined }
    const { clock, informer, start } = informerOver(
      new FakeClock(),
      { lists: [podList(5, pod('a', 1))] },
      { snapshotStore },
    )
    void start()
    await clock.advance(10_000)
    expect([informer.status.data, informer.hasSynced()]).toEqual(['complete', true])
  })

  test('a stop while the store loads ends it', async () => {
    const { clock, start, lw, controller } = informerOver(
      new FakeClock(),
      { lists: [podList(5)] },
      { snapshotStore: { load: () => new Promise(() => {}), save: async () => {} } },
    )
    const done = start()
    await clock.settle()
    controller.abort()
    await done
    expect([clock.pendingTimers, lw.lists]).toEqual([0, []])
  })

  test('a handler that is added during the load receives every object once', async () => {
    const { store } = await storeWith('7', pod('a', 5))
    const { clock, informer, start } = informerOver(
      new FakeClock(),
      { lists: [], watches: [{ reads: [], stayOpen: true }] },
      { snapshotStore: store },
    )
    void start()
    const { log, ...handler } = recorder()
    informer.addEventHandler(handler)
    await clock.settle()
    expect(log).toEqual(['add a@5 initial'])
  })
})

describe('invariant 4: a snapshot never has a resourceVersion that it does not cover', () => {
  test.each([1, 2, 3, 4, 5])('through kills, drops and expiries, seed %i', async seed => {
    const clock = new FakeClock()
    const random = seededRandom(seed)
    const server = createFakeApiserver({ clock, random, objects: generatePods({ count: 30, seed }) })
    server.faults.add({
      match: { watch: true },
      probability: 0.2,
      action: { type: 'truncate', afterEvents: 4 },
    })
    server.faults.add({ match: { watch: true }, probability: 0.2, action: { type: 'expired' } })
    server.faults.add({ probability: 0.1, action: { type: 'status', code: 500 } })
    const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
    const memory = createMemorySnapshotStore<Pod>()
    const history = new Map<string, readonly string[]>([[server.rv, server.list(pods).map(label)]])
    const snapshotStore: SnapshotStore<Pod> = {
      load: signal => memory.load(signal),
      save: async (change, signal) => {
        if (random() < 0.2) throw new Error('disk is full')
        await memory.save(change, signal)
      },
    }
    const unknownResourceVersions: string[] = []
    const checkKept = async () => {
      const kept = await memory.load(new AbortController().signal)
      if (!kept) return
      const expected = history.get(kept.resourceVersion)
      if (!expected) unknownResourceVersions.push(kept.resourceVersion)
      else expect(kept.objects.map(label).sort()).toEqual([...expected].sort())
    }
    let restarts = 0
    for (; restarts < 20; restarts++) {
      const controller = new AbortController()
      const informer = new SharedIndexInformer<Pod>({
        listerWatcher: createListWatch(client, pods, { trim: [] }),
        indexers: { node: byPath('spec.nodeName') },
        ...{ snapshotStore, clock, random },
      })
      const done = informer.run(controller.signal)
      for (let i = 0; i < 10; i++) {
        const existing = server.list(pods)
        const victim = existing[Math.floor(random() * existing.length)] as Pod
        if (random() < 0.3) {
          server.delete(victim)
          history.set(server.rv, server.list(pods).map(label))
          server.create(victim)
        } else server.update(victim)
        history.set(server.rv, server.list(pods).map(label))
        if (random() < 0.05) server.compact()
        await clock.advance(Math.floor(random() * 1_500))
        await checkKept()
      }
      controller.abort()
      await done
      await checkKept()
    }
    expect([restarts, unknownResourceVersions]).toEqual([20, []])
    const loaded = await memory.load(new AbortController().signal)
    expect(loaded?.objects.length).toBeGreaterThan(0)
  })

  test('nothing is saved once a handler has stopped the informer', async () => {
    const clock = new FakeClock()
    const { store, saved } = await storeWith('')
    const { lw, informer, controller, start } = informerOver(
      clock,
      { lists: [podList(1)] },
      { snapshotStore: store },
    )
    const event = Promise.withResolvers<void>()
    lw.watch = async () =>
      (async function* () {
        await event.promise
        yield [added(pod('a', 2))]
      })()
    informer.addEventHandler({ onAdd: () => controller.abort() })
    const done = start()
    // The write of the first list and the pause after it are over, so that a next write would be due at once.
    await clock.advance(5_000)
    expect(saved.map(change => change.resourceVersion)).toEqual(['1'])
    event.resolve()
    await done
    expect(saved).toHaveLength(1)
  })
})

test('the covered resourceVersion is that of the cache, not that of queued changes', async () => {
  const { clock, informer } = await warm([{ reads: [[modified(pod('a', 8))]], stayOpen: true }])
  const seen: string[] = [informer.coveredResourceVersion]
  informer.addEventHandler({ onUpdate: () => void seen.push(informer.coveredResourceVersion) })
  informer.subscribeStatus(({ counters, resourceVersion }) => {
    const isRead = resourceVersion === '8' && counters.events === 1
    if (isRead && informer.indexer.getByKey('default/a') !== undefined)
      seen.push(informer.coveredResourceVersion)
  })
  await clock.settle()
  expect(seen[0]).toBe('')
  expect(seen).toContain('7')
  expect([informer.coveredResourceVersion, informer.lastSyncResourceVersion]).toEqual(['8', '8'])
})
