import {
  createFakeApiserver,
  FakeClock,
  generatePods,
  type Pod,
  pods,
  seededRandom,
} from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { deletionHandlingMetaNamespaceKey } from '../../api/keys.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { objectAccess } from '../../api/object-access.ts'
import { createKubeClient } from '../../client/kube-client.ts'
import { createListWatch } from '../../client/list-watch.ts'
import { informerOver, label, recorder } from '../../test/informer-rig.ts'
import {
  added,
  bookmark,
  deleted,
  errorEvent,
  modified,
  pod,
  podList,
  ScriptedListerWatcher,
} from '../../test/scripted-lister-watcher.ts'
import { DeltaFIFO } from '../queue/delta-fifo.ts'
import type { Delta } from '../queue/queue.ts'
import { Indexer } from '../store/indexer.ts'
import { Controller } from './controller.ts'
import { createInformer } from './create-informer.ts'
import { processDeltas, processDeltasInBatch } from './process-with-handler.ts'

const some = (count: number) => generatePods({ count, seed: 1 })

function fake(objects: readonly Pod[]) {
  const clock = new FakeClock()
  const random = seededRandom(1)
  const server = createFakeApiserver({ clock, random, objects })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
  const controller = new AbortController()
  return { clock, random, server, listerWatcher: createListWatch(client, pods), controller }
}

describe('Controller', () => {
  test('T-CON-1: a consumer that deletes every object receives exactly these deletions', async () => {
    const { clock, server, listerWatcher, controller } = fake(some(3))
    const store = new Indexer<Pod>()
    const queue = new DeltaFIFO<Pod>({ knownObjects: store })
    const gone: string[] = []
    const machine = new Controller({
      ...{ queue, listerWatcher, clock },
      process: deltas => {
        for (const delta of deltas) {
          if (delta.type === 'Deleted') {
            gone.push(deletionHandlingMetaNamespaceKey(delta.object))
            store.delete(delta.object)
          } else if ('object' in delta) {
            store.add(delta.object)
            server.delete(delta.object)
          }
        }
      },
    })
    const done = machine.run(controller.signal)
    await clock.settle()
    expect(gone.sort()).toEqual(
      some(3)
        .map(each => deletionHandlingMetaNamespaceKey(each))
        .sort(),
    )
    controller.abort()
    await done
    expect(clock.pendingTimers).toBe(0)
  })

  test('S-31: an error of the processing skips the rest of that item, and the loop continues', async () => {
    const clock = new FakeClock()
    const errors: unknown[] = []
    const indexer = new Indexer<KubernetesObject>({
      indexers: {
        picky: object => {
          if (object.metadata?.resourceVersion === '6') throw new Error('bad version')
          return []
        },
      },
    })
    const lw = new ScriptedListerWatcher({
      lists: [podList(5, pod('a', 1))],
      watches: [
        { reads: [[modified(pod('a', 6)), modified(pod('a', 7)), added(pod('b', 8))]], stayOpen: true },
      ],
    })
    const { log, ...handler } = recorder()
    const machine = new Controller({
      queue: new DeltaFIFO<KubernetesObject>({ knownObjects: indexer }),
      listerWatcher: lw,
      clock,
      batch: false,
      process: (deltas, isInInitialList) =>
        processDeltas(deltas, { indexer, access: objectAccess, isInInitialList, handler }),
      onProcessError: error => errors.push(error),
    })
    const controller = new AbortController()
    const done = machine.run(controller.signal)
    await clock.settle()
    expect(log).toEqual(['add a@1 initial', 'add b@8'])
    expect(errors).toEqual([expect.objectContaining({ message: 'bad version' })])
    expect(machine.lastSyncResourceVersion).toBe('8')
    controller.abort()
    await done
  })
})

describe('createInformer', () => {
  test('T-CON-2: a handler that deletes added objects receives each deletion', async () => {
    const { clock, server, listerWatcher, controller } = fake([])
    const gone: string[] = []
    const machine = createInformer<Pod>({
      ...{ listerWatcher, clock },
      handler: {
        onAdd: object => void server.delete(object),
        onDelete: object => void gone.push(deletionHandlingMetaNamespaceKey(object)),
      },
    })
    const done = machine.controller.run(controller.signal)
    await clock.settle()
    for (const each of some(3)) server.create(each)
    await clock.settle()
    expect(gone.sort()).toEqual(
      some(3)
        .map(each => deletionHandlingMetaNamespaceKey(each))
        .sort(),
    )
    expect(machine.store.size).toBe(0)
    controller.abort()
    await done
  })

  test('T-CON-3, T-CON-4: after random writes of three producers it has synced, equals the server and stops without leaks', async () => {
    const { clock, random, server, listerWatcher, controller } = fake([])
    const { store, controller: machine } = createInformer<Pod>({ listerWatcher, clock, random, handler: {} })
    expect(machine.hasSynced()).toBe(false)
    const done = machine.run(controller.signal)
    await clock.settle()
    expect(machine.hasSynced()).toBe(true)
    const produce = async (objects: readonly Pod[]) => {
      for (let i = 0; i < 100; i++) {
        const victim = objects[Math.floor(random() * objects.length)] as Pod
        const existing = server.get(pods, deletionHandlingMetaNamespaceKey(victim))
        if (!existing) server.create(victim)
        else if (random() < 0.5) server.update(existing)
        else server.delete(existing)
        await clock.advance(Math.floor(random() * 10))
      }
    }
    const all = some(30)
    await Promise.all([0, 10, 20].map(from => produce(all.slice(from, from + 10))))
    await clock.settle()
    const versions = (list: readonly Pod[]) => new Set(list.map(label))
    expect(versions(store.list())).toEqual(versions(server.list(pods)))
    controller.abort()
    await done
    expect([clock.pendingTimers, server.openWatches]).toEqual([0, 0])
  })

  test('T-CON-5: the handler receives only transitions that happened, and finally every deletion', async () => {
    const { clock, random, server, listerWatcher, controller } = fake([])
    const transitions = new Set<string>()
    const phase = (object: Pod) => object.metadata?.labels?.phase ?? ''
    const { store, controller: machine } = createInformer<Pod>({
      ...{ listerWatcher, clock, random, resyncPeriodMs: 50 },
      handler: {
        onUpdate: (before, after) => {
          transitions.add(`${phase(before)}->${phase(after)}`)
          if (phase(after) === 'to') server.delete(after)
        },
        onAdd: object => {
          if (phase(object) === 'to') server.delete(object)
        },
      },
    })
    const done = machine.run(controller.signal)
    await clock.settle()
    for (const each of some(50)) {
      const metadata = { ...each.metadata, labels: { phase: 'from' } }
      const created = server.create({ ...each, metadata })
      if (random() < 0.7) await clock.advance(60)
      server.update({ ...created, metadata: { ...created.metadata, labels: { phase: 'to' } } })
      if (random() < 0.5) await clock.advance(10)
    }
    await clock.advance(1_000)
    expect([...transitions].filter(each => !['from->to', 'to->to', 'from->from'].includes(each))).toEqual([])
    expect(transitions).toContain('from->to')
    expect([server.list(pods), store.size]).toEqual([[], 0])
    controller.abort()
    await done
  })

  test('T-CON-6: an error of its handler rejects run, after everything has stopped', async () => {
    const clock = new FakeClock()
    const lw = new ScriptedListerWatcher({ lists: [podList(5, pod('a', 1))] })
    const { controller } = createInformer<KubernetesObject>({
      ...{ listerWatcher: lw, clock, resyncPeriodMs: 1_000 },
      handler: {
        onAdd: () => {
          throw new Error('panic')
        },
      },
    })
    const run = expect(controller.run(new AbortController().signal)).rejects.toThrow('panic')
    await clock.settle()
    await run
    expect([clock.pendingTimers, lw.open]).toEqual([0, 0])
  })

  test('T-CON-7: store and handler receive transformed objects in every event, including deletions', async () => {
    const { resourceVersion: _, ...metadata } = pod('a', 1).metadata ?? {}
    const clock = new FakeClock()
    const lw = new ScriptedListerWatcher({
      lists: [podList(5, pod('a', 1))],
      watches: [
        { reads: [[added(pod('b', 6))], [modified(pod('b', 7))], [deleted(pod('b', 8))]], stayOpen: true },
      ],
    })
    const seen: (KubernetesObject | undefined)[] = []
    const { store, controller } = createInformer<KubernetesObject>({
      ...{ listerWatcher: lw, clock },
      transform: object => {
        const { resourceVersion: __, ...rest } = object.metadata ?? {}
        return { kind: 'Transformed', metadata: rest }
      },
      handler: {
        onAdd: object => void seen.push(object),
        onUpdate: (before, after) => void seen.push(before, after),
        onDelete: object => void seen.push('key' in object ? object.object : object),
      },
    })
    void controller.run(new AbortController().signal)
    await clock.settle()
    expect(seen.map(object => object?.kind)).toEqual(Array(5).fill('Transformed'))
    expect(seen.some(object => object?.metadata?.resourceVersion)).toBe(false)
    expect(store.list()).toEqual([{ kind: 'Transformed', metadata }])
  })

  test('T-CON-8: a resync applies no transform', async () => {
    const clock = new FakeClock()
    const lw = new ScriptedListerWatcher({ lists: [podList(5, pod('a', 1), pod('b', 2))] })
    let reminders = 0
    const { store, controller } = createInformer<KubernetesObject>({
      ...{ listerWatcher: lw, clock, resyncPeriodMs: 5 },
      transform: object => ({ ...object, kind: `${object.kind}!` }),
      handler: { onUpdate: () => void reminders++ },
    })
    void controller.run(new AbortController().signal)
    await clock.advance(1_000)
    expect([reminders, ...store.list().map(object => object.kind)]).toEqual([400, 'Pod!', 'Pod!'])
  })

  test('S-43, T-CON-15: a store that was filled before the start turns the first list into updates and tombstones', async () => {
    const clock = new FakeClock()
    const lw = new ScriptedListerWatcher({ lists: [podList(9, pod('kept', 7), pod('new', 8))] })
    const { log, ...handler } = recorder()
    const { store, controller } = createInformer<KubernetesObject>({ listerWatcher: lw, clock, handler })
    store.add(pod('kept', 1))
    store.add(pod('stale', 2))
    void controller.run(new AbortController().signal)
    await clock.settle()
    expect(log).toEqual(['delete DFSU stale@2', 'update kept@1 kept@7', 'add new@8 initial'])
    expect(controller.hasSynced()).toBe(true)
  })
})

describe('processDeltasInBatch', () => {
  /** A store that refuses the objects of these names. */
  function target(...refused: string[]) {
    const { log, ...handler } = recorder()
    const indexer = new Indexer<KubernetesObject>({
      indexers: {
        picky: object => {
          if (refused.includes(object.metadata?.name ?? '')) throw new Error(`no ${object.metadata?.name}`)
          return []
        },
      },
    })
    return { log, indexer, handler, access: objectAccess, isInInitialList: false }
  }
  const addedDelta = (name: string): Delta<KubernetesObject> => ({ type: 'Added', object: pod(name, 1) })

  test('T-CON-9: the handler receives what the store accepted', () => {
    const to = target()
    processDeltasInBatch([addedDelta('a')], to)
    expect(to.log).toEqual(['add a@1'])
  })

  test.each([
    ['T-CON-10: the only one fails', ['a'], ['a'], '(1/1)', []],
    ['T-CON-11: the second of two fails', ['a', 'b'], ['b'], '(1/2)', ['add a@1']],
    ['T-CON-12: the middle one of three fails', ['a', 'b', 'c'], ['b'], '(1/3)', ['add a@1', 'add c@1']],
  ])('%s', (_, names, refused, share, received) => {
    const to = target(...refused)
    expect(() => processDeltasInBatch(names.map(addedDelta), to)).toThrow(`failed to execute ${share}`)
    expect(to.log).toEqual(received)
  })

  test('S-32: a batch rejects an atomic item, and accepts a Sync', () => {
    const to = target()
    const atomic: Delta<KubernetesObject>[] = [
      { type: 'ReplacedAll', objects: [], resourceVersion: '1' },
      { type: 'SyncAll' },
      { type: 'Bookmark', resourceVersion: '1' },
    ]
    for (const delta of atomic) expect(() => processDeltasInBatch([delta], to)).toThrow(delta.type)
    processDeltasInBatch([{ type: 'Sync', object: pod('a', 1) }], to)
    expect(to.log).toEqual(['add a@1'])
  })

  test('S-28, S-29: the deletion of an unknown key is delivered; an Added of a known key is an update', () => {
    const to = target()
    processDeltas([{ type: 'Deleted', object: pod('ghost', 3) }], to)
    processDeltas([addedDelta('a'), { type: 'Added', object: pod('a', 2) }], to)
    expect(to.log).toEqual(['delete ghost@3', 'add a@1', 'update a@1 a@2'])
    expect(to.indexer.size).toBe(1)
  })
})

describe.each(['delta', 'real'] as const)(
  'what an informer tells of relists, through the %s queue',
  queue => {
    const over = (script: Parameters<typeof informerOver>[1]) => {
      const rig = informerOver(new FakeClock(), script, { queue })
      const { log, ...handler } = recorder()
      const seen: string[][] = []
      const note = () => void seen.push(rig.informer.indexer.list().map(label))
      rig.informer.addEventHandler({
        onAdd: (object, initial) => {
          note()
          return handler.onAdd(object, initial)
        },
        onUpdate: handler.onUpdate,
        onDelete: object => {
          note()
          return handler.onDelete(object)
        },
      })
      void rig.start()
      return { ...rig, log, seen }
    }

    test('T-CON-13: the store has an object when its add is delivered', async () => {
      const { clock, log, seen } = over({ lists: [podList(5, pod('pod-1', 1))] })
      await clock.settle()
      expect([log, seen]).toEqual([['add pod-1@1 initial'], [['pod-1@1']]])
    })

    test('T-CON-14: objects are no longer in the store when their deletions are delivered', async () => {
      const { clock, log, seen } = over({
        lists: [podList(5, pod('a', 1), pod('b', 2)), podList(9)],
        watches: [{ reads: [[errorEvent(410, 'Expired')]] }],
      })
      await clock.settle()
      log.length = seen.length = 0
      await clock.advance(800)
      expect([log, seen]).toEqual([
        ['delete DFSU a@1', 'delete DFSU b@2'],
        [[], []],
      ])
    })

    test('T-CON-16: objects of a relist are not initial', async () => {
      const { clock, log } = over({
        lists: [podList(5, pod('pod-1', 1)), podList(9, pod('pod-1', 8), pod('pod-2', 9))],
        watches: [{ reads: [[errorEvent(410, 'Expired')]] }],
      })
      await clock.advance(800)
      expect(log).toEqual(['add pod-1@1 initial', 'update pod-1@1 pod-1@8', 'add pod-2@9'])
    })

    test('T-CON-17: the store has the resourceVersion of the last event, including deletions and bookmarks', async () => {
      const { clock, informer } = over({
        lists: [podList(5, pod('a', 1))],
        watches: [{ reads: [[modified(pod('a', 6)), deleted(pod('a', 7))]], stayOpen: true }],
      })
      await clock.settle()
      expect(informer.indexer.lastStoreSyncResourceVersion).toBe('7')
      const marked = over({ lists: [podList(5)], watches: [{ reads: [[bookmark(9)]], stayOpen: true }] })
      await marked.clock.settle()
      expect(marked.informer.indexer.lastStoreSyncResourceVersion).toBe('9')
    })

    test('T-CON-18: objects without a resourceVersion leave the store at that of the list', async () => {
      const { clock, informer, start } = informerOver(
        new FakeClock(),
        {
          lists: [podList(5, pod('a', 1)), podList(9, pod('a', 8))],
          watches: [{ reads: [[modified(pod('a', 6)), errorEvent(410, 'Expired')]] }],
        },
        { queue, transform: object => ({ metadata: { name: object.metadata?.name ?? '' } }) },
      )
      void start()
      await clock.settle()
      expect(informer.indexer.lastStoreSyncResourceVersion).toBe('5')
      await clock.advance(800)
      expect(informer.indexer.lastStoreSyncResourceVersion).toBe('9')
    })
  },
)
