import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../../api/object.ts'
import { type InformerRig, informerOver, label, recorder } from '../../test/informer-rig.ts'
import { added, modified, pod, podList } from '../../test/scripted-lister-watcher.ts'
import { SharedIndexInformer } from '../informer/shared-index-informer.ts'
import { byPath } from '../store/index-function.ts'
import type { HandlerRegistration } from './event-handler.ts'

const rig = (
  script: Parameters<typeof informerOver>[1],
  options?: Parameters<typeof informerOver>[2],
): InformerRig<FakeClock> => informerOver(new FakeClock(), script, options)

/** A promise and the way to fulfil it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { opened, open }
}

const churn = (count: number) => Array.from({ length: count }, (_, i) => [modified(pod('a', 10 + i))])

describe('handlers of a SharedIndexInformer', () => {
  test('T-INF-14: each of two handlers is called until it is removed', async () => {
    const { clock, informer, start } = rig({ lists: [podList(5, pod('a', 1))] }, { resyncPeriodMs: 1_000 })
    const [first, second] = [recorder(), recorder()]
    const registrations = [informer.addEventHandler(first), informer.addEventHandler(second)]
    void start()
    await clock.settle()
    const heard = async () => {
      first.log.length = second.log.length = 0
      await clock.advance(1_000)
      return first.log.length + second.log.length
    }
    expect(await heard()).toBe(2)
    registrations[0]?.remove()
    expect(await heard()).toBe(1)
    registrations[1]?.remove()
    expect(await heard()).toBe(0)
  })

  test("T-INF-15: an informer does not remove another informer's handler; the call has no effect", async () => {
    const a = rig({ lists: [podList(5, pod('a', 1))] }, { resyncPeriodMs: 1_000 })
    const b = rig({ lists: [podList(5)] })
    const { log, ...handler } = recorder()
    const registration = a.informer.addEventHandler(handler)
    b.informer.removeEventHandler(registration)
    void a.start()
    await a.clock.settle()
    expect(log).toEqual(['add a@1 initial'])
    a.informer.removeEventHandler(registration)
    a.informer.removeEventHandler(registration)
    await a.clock.advance(1_000)
    expect(log).toHaveLength(1)
  })

  test('T-INF-16: a handler that is registered twice is called twice, and each registration is removed separately', async () => {
    const { clock, informer, start } = rig({ lists: [podList(5, pod('a', 1))] }, { resyncPeriodMs: 1_000 })
    const { log, ...handler } = recorder()
    const first = informer.addEventHandler(handler)
    informer.addEventHandler(handler)
    void start()
    await clock.settle()
    expect(log).toEqual(['add a@1 initial', 'add a@1 initial'])
    first.remove()
    await clock.advance(1_000)
    expect(log.slice(2)).toEqual(['update a@1 a@1'])
  })

  test('T-INF-18: hundreds of handlers that are added and removed during 10,000 events leak nothing', async () => {
    const { clock, informer, start, controller } = rig({
      lists: [podList(5, pod('a', 1))],
      watches: [{ reads: churn(10_000), stayOpen: true }],
    })
    const done = start()
    let calls = 0
    const rejections: string[] = []
    const worker = async () => {
      for (;;) {
        try {
          const registration = informer.addEventHandler({ onUpdate: () => void calls++ })
          await clock.yieldToHost()
          registration.remove()
        } catch (error) {
          rejections.push((error as Error).message)
          return
        }
      }
    }
    const workers = Array.from({ length: 100 }, worker)
    // The workers never let the clock come to rest, so the stop comes with the last event.
    const counting = informer.addEventHandler({
      onUpdate: (_, object) => {
        if (label(object) === 'a@10009') controller.abort()
      },
    })
    await Promise.all([clock.settle(), ...workers, done])
    expect(calls).toBeGreaterThan(0)
    expect(rejections).toHaveLength(100)
    expect(rejections.every(text => text.endsWith('has stopped already'))).toBe(true)
    expect([counting.pending, clock.pendingTimers]).toEqual([0, 0])
  })

  test('T-INF-19: created, running, stopped', async () => {
    const { clock, informer, start, controller } = rig({ lists: [podList(5)] })
    const state = () => [informer.isStarted, informer.isStopped]
    expect(state()).toEqual([false, false])
    const done = start()
    await clock.settle()
    expect(state()).toEqual([true, false])
    controller.abort()
    await done
    expect(state()).toEqual([true, true])
  })

  test('T-INF-23: a registration syncs once its handler has returned from every call, not before the start', async () => {
    const { clock, informer, start } = rig({ lists: [podList(5, pod('a', 1))] })
    const registration = informer.addEventHandler({})
    let announced = false
    void registration.synced.then(() => {
      announced = true
    })
    await clock.settle()
    expect([registration.hasSynced(), announced]).toEqual([false, false])
    void start()
    await clock.settle()
    expect([registration.hasSynced(), announced]).toEqual([true, true])
    await registration.hasSyncedChecker.done
  })

  test.each([
    ['before the start', (r: InformerRig<FakeClock>) => [r.informer.addEventHandler({}), r.start()]],
    ['after the start', (r: InformerRig<FakeClock>) => [r.start(), r.informer.addEventHandler({})]],
  ])('T-INF-25: with a handler added %s, a stop leaves no task and no timer', async (_, begin) => {
    const r = rig({ lists: [podList(5, pod('a', 1))] }, { resyncPeriodMs: 1_000, watchIdleTimeoutMs: 90_000 })
    const parts = begin(r)
    await r.clock.advance(5_000)
    r.controller.abort()
    await Promise.all(parts)
    expect([r.clock.pendingTimers, r.lw.open]).toEqual([0, 0])
  })

  test('T-INF-25: an informer that is never run holds no resources', () => {
    const { informer, clock } = rig({ lists: [] }, { resyncPeriodMs: 1_000 })
    informer.addEventHandler({})
    expect([clock.pendingTimers, informer.isStarted]).toEqual([0, false])
  })

  test('T-INF-26: errors of a handler are reported with its name', async () => {
    const received: string[] = []
    const { clock, informer, start } = rig(
      { lists: [podList(5, pod('a', 1))] },
      { onHandlerError: (error, name) => received.push(`${name}: ${(error as Error).message}`) },
    )
    class Billing {
      onAdd(): void {
        throw new Error('no')
      }
    }
    const fails = () => {
      throw new Error('neither')
    }
    informer.addEventHandler(new Billing())
    informer.addEventHandler({ onAdd: fails })
    informer.addEventHandler({ onAdd: fails }, { name: 'mine' })
    void start()
    await clock.settle()
    expect(received).toEqual(['Billing: no', 'fails: neither', 'mine: neither'])
    expect(informer.hasSynced()).toBe(true)
  })

  test('T-INF-27: two throwing handlers and five objects: five errors each, a second apart', async () => {
    const received: string[] = []
    const { clock, informer, start } = rig(
      { lists: [podList(5, ...[1, 2, 3, 4, 5].map(i => pod(`p${i}`, i)))] },
      { onHandlerError: (_, name) => received.push(name) },
    )
    const onAdd = async () => {
      throw new Error('no')
    }
    const registrations = ['x', 'y'].map(name => informer.addEventHandler({ onAdd }, { name }))
    void start()
    await clock.advance(3_999)
    expect(received).toHaveLength(8)
    await clock.advance(1)
    expect([received.filter(name => name === 'x').length, received.length]).toEqual([5, 10])
    await clock.advance(60_000)
    expect(registrations.map(registration => registration.hasSynced())).toEqual([false, false])
  })

  test('an error handler that throws: the error is uncaught, and the handler continues', async () => {
    const { clock, informer, start } = rig(
      { lists: [podList(5, pod('a', 1), pod('b', 2))] },
      {
        onHandlerError: () => {
          throw new Error('worse')
        },
      },
    )
    const seen: string[] = []
    informer.addEventHandler({
      onAdd: object => {
        seen.push(label(object))
        throw new Error('no')
      },
    })
    void start()
    await expect(clock.settle()).rejects.toThrow('worse')
    await expect(clock.advance(1_000)).rejects.toThrow('worse')
    expect(seen).toEqual(['a@1', 'b@2'])
  })

  test('T-INF-28, T-INF-29: remove returns at once, shutDown when the call in progress has ended', async () => {
    const { clock, informer, start } = rig({ lists: [podList(5, pod('a', 1), pod('b', 2))] })
    const held = gate()
    const log: string[] = []
    const registration = informer.addEventHandler({
      onAdd: async object => {
        log.push(`begin ${label(object)}`)
        await held.opened
        log.push(`end ${label(object)}`)
      },
    })
    void start()
    await clock.settle()
    registration.remove()
    expect([log, registration.pending]).toEqual([['begin a@1'], 0])
    const down = registration.shutDown().then(() => log.push('down'))
    await clock.settle()
    expect(log).toEqual(['begin a@1'])
    held.open()
    await down
    expect(log).toEqual(['begin a@1', 'end a@1', 'down'])
  })

  test('T-INF-29: shutDown of a handler that was never called resolves at once', async () => {
    const { informer } = rig({ lists: [] })
    await informer.addEventHandler({}).shutDown()
    expect(informer.isStarted).toBe(false)
  })

  test('S-41: a handler that never returns does not affect the others, and its pending count grows', async () => {
    const { clock, informer, start } = rig({
      lists: [podList(5, pod('a', 1))],
      watches: [{ reads: churn(2_000), stayOpen: true }],
    })
    const stuck = informer.addEventHandler({ onAdd: () => new Promise<void>(() => {}) })
    let newest = ''
    informer.addEventHandler({
      onUpdate: (_, object) => {
        newest = label(object)
      },
    })
    void start()
    await clock.settle()
    expect([newest, stuck.pending > 0]).toEqual(['a@2009', true])
    expect(informer.indexer.list().map(label)).toEqual(['a@2009'])
  })

  test('S-42: a handler that is added inside a callback of another gets its replay', async () => {
    const { clock, informer, start } = rig({
      lists: [podList(5, pod('a', 1))],
      watches: [{ reads: [[added(pod('b', 6))]], stayOpen: true }],
    })
    const { log, ...late } = recorder()
    let registration: HandlerRegistration | undefined
    informer.addEventHandler({
      onAdd: () => {
        registration ??= informer.addEventHandler(late)
      },
    })
    void start()
    await clock.settle()
    expect(log.map(line => line.split(' ').slice(0, 2).join(' '))).toEqual(['add a@1', 'add b@6'])
    expect(registration?.hasSynced()).toBe(true)
  })

  test('S-46: a name that is taken adds no index at all', () => {
    const { informer } = rig({ lists: [] })
    const none = (): readonly string[] => []
    expect(() => informer.addIndexers({ fresh: none, namespace: none })).toThrow(/indexer conflict/)
    expect(Object.keys(informer.indexer.getIndexers())).toEqual(['namespace'])
  })

  test('T-INF-1, T-INF-2: an index added before the start is correct after the sync and after events', async () => {
    const labelled = (name: string, version: number, value: string): KubernetesObject => {
      const object = pod(name, version)
      return { ...object, metadata: { ...object.metadata, labels: { app: value } } }
    }
    const { clock, informer, start } = rig(
      {
        lists: [podList(5, labelled('p1', 1, 'a'), labelled('p2', 2, 'b'))],
        watches: [{ reads: [[added(labelled('p3', 6, 'b'))]], stayOpen: true }],
      },
      { indexers: { app: object => [object.metadata?.labels?.app ?? ''] } },
    )
    void start()
    await clock.settle()
    expect(informer.indexer.byIndex('app', 'a').map(label)).toEqual(['p1@1'])
    expect(informer.indexer.byIndex('app', 'b').map(label)).toEqual(['p2@2', 'p3@6'])
    expect(informer.indexer.listIndexFuncValues('app')).toEqual(['a', 'b'])
  })

  test('T-INF-11: the watch error handler receives the rejection of a list', async () => {
    const denied = new Error('Access Denied')
    const heard: unknown[] = []
    const { clock, start } = rig({ lists: [denied] }, { onWatchError: error => heard.push(error) })
    void start()
    await clock.advance(700)
    expect(heard).toEqual([denied])
  })

  test('a status listener and a watch error handler that throw: the errors are uncaught, and the informer continues', async () => {
    const { clock, informer, start } = rig(
      { lists: [new Error('down'), podList(5, pod('a', 1))] },
      {
        onWatchError: () => {
          throw new Error('mine')
        },
      },
    )
    const unsubscribe = informer.subscribeStatus(() => {
      unsubscribe()
      throw new Error('theirs')
    })
    void start()
    await expect(clock.settle()).rejects.toThrow('theirs')
    await expect(clock.settle()).rejects.toThrow('mine')
    await clock.advance(800)
    expect(informer.indexer.list().map(label)).toEqual(['a@1'])
  })

  test('T-INF-13: a transform that changes names affects handlers, cache and keys', async () => {
    const shout = ({ metadata, ...rest }: KubernetesObject): KubernetesObject => ({
      ...rest,
      metadata: { ...metadata, name: metadata?.name?.toUpperCase() ?? '' },
    })
    const { clock, informer, start } = rig(
      { lists: [podList(5, pod('pod1', 1), pod('pod2', 2))] },
      { transform: shout },
    )
    const { log, ...handler } = recorder()
    informer.addEventHandler(handler)
    void start()
    await clock.settle()
    expect(log).toEqual(['add POD1@1 initial', 'add POD2@2 initial'])
    expect(informer.indexer.listKeys()).toEqual(['default/POD1', 'default/POD2'])
  })

  test('S-39: a stop before the first list leaves it unsynced', async () => {
    const { clock, informer, start, controller } = rig({ lists: [new Error('down')] })
    const done = start()
    await clock.settle()
    const waiting = expect(informer.synced()).rejects.toThrow('down')
    controller.abort()
    await Promise.all([done, waiting])
    expect([informer.hasSynced(), informer.hasSyncedChecker.isDone()]).toEqual([false, false])
  })
})

test('where its indexes are known, a misspelt one does not compile', () => {
  const { lw } = rig({ lists: [] })
  const { indexer } = new SharedIndexInformer({
    listerWatcher: lw,
    indexers: { node: byPath('spec.nodeName') },
  })
  expect([indexer.byIndex('node', 'n1'), indexer.byIndex('namespace', 'default')]).toEqual([[], []])
  // @ts-expect-error there is no such index
  expect(() => indexer.byIndex('nod', 'n1')).toThrow(/does not exist/)
})

test('an informer needs nothing but a ListerWatcher', () => {
  const { lw } = rig({ lists: [] })
  expect(new SharedIndexInformer({ listerWatcher: lw }).status.link).toBe('connecting')
})
