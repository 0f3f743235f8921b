import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { StatusError } from '../../api/errors.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { type InformerRig, informerOver, label, recorder } from '../../test/informer-rig.ts'
import {
  added,
  bookmark,
  deleted,
  errorEvent,
  modified,
  pod,
  podList,
} from '../../test/scripted-lister-watcher.ts'
import { byPath } from '../store/index-function.ts'

const expired = new StatusError({ code: 410, reason: 'Expired', message: 'too old resource version' })
const open = { reads: [], stayOpen: true }

const informerOf = (
  script: Parameters<typeof informerOver>[1],
  options?: Parameters<typeof informerOver>[2],
): InformerRig<FakeClock> => informerOver(new FakeClock(), script, options)

describe('SharedIndexInformer', () => {
  test('delivers the initial list, then events, in order', async () => {
    const { clock, informer, start } = informerOf({
      lists: [podList(5, pod('a', 1))],
      watches: [
        { reads: [[added(pod('b', 6)), modified(pod('a', 7)), deleted(pod('b', 8))]], stayOpen: true },
      ],
    })
    const { log, ...handler } = recorder()
    const registration = informer.addEventHandler(handler)
    expect(registration.hasSynced()).toBe(false)
    void start()
    await clock.settle()
    // One pop hands out all that happened to a key, so the order is kept for each object, not between them.
    expect(log).toEqual(['add a@1 initial', 'add b@6', 'delete b@8', 'update a@1 a@7'])
    expect([informer.hasSynced(), registration.hasSynced()]).toEqual([true, true])
    await registration.synced
  })

  test('T-CON-15: a relist is one step: the store has all of it, deletions are delivered first', async () => {
    const { clock, informer, start } = informerOf({
      lists: [
        podList(5, pod('p1', 1), pod('p2', 2), pod('p3', 3)),
        podList(9, pod('p1', 7), pod('p2', 2), pod('p4', 8)),
      ],
      watches: [{ reads: [[bookmark(6), errorEvent(410, 'Expired')]] }, open],
    })
    const { log, ...handler } = recorder()
    const sizes: number[] = []
    informer.addEventHandler({
      ...handler,
      onDelete: object => {
        sizes.push(informer.indexer.size)
        return handler.onDelete?.(object)
      },
    })
    void start()
    await clock.settle()
    const kept = informer.indexer.getByKey('default/p2')
    log.length = 0
    await clock.advance(800)
    expect(log).toEqual(['delete DFSU p3@3', 'update p1@1 p1@7', 'update p2@2 p2@2', 'add p4@8'])
    expect(sizes).toEqual([3])
    // Invariant 7: what did not change keeps its reference.
    expect(informer.indexer.getByKey('default/p2')).toBe(kept)
  })

  test('T-INF-24: a late handler receives the cached objects, then events, without loss or repetition', async () => {
    let release: (() => void) | undefined
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    const { clock, informer, start } = informerOf({ lists: [podList(5, pod('a', 1), pod('b', 2))] })
    void start()
    await clock.settle()
    const { log, ...handler } = recorder()
    const registration = informer.addEventHandler({
      ...handler,
      onAdd: async (object, initial) => {
        await gate
        return handler.onAdd?.(object, initial)
      },
    })
    await clock.settle()
    expect([registration.hasSynced(), log]).toEqual([false, []])
    release?.()
    await registration.synced
    expect(log).toEqual(['add a@1 initial', 'add b@2 initial'])
  })

  test('async handlers are called one after the other, also when the first takes longest', async () => {
    const { clock, informer, start } = informerOf({
      lists: [podList(5)],
      watches: [
        { reads: [[added(pod('a', 6))], [modified(pod('a', 7))], [modified(pod('a', 8))]], stayOpen: true },
      ],
    })
    const log: string[] = []
    const delays = [300, 200, 100]
    const work = (object: KubernetesObject) =>
      new Promise<void>(resolve => {
        clock.setTimeout(() => {
          log.push(label(object))
          resolve()
        }, delays.shift() ?? 0)
      })
    informer.addEventHandler({ onAdd: work, onUpdate: (_, object) => work(object) })
    void start()
    await clock.advance(1_000)
    expect(log).toEqual(['a@6', 'a@7', 'a@8'])
  })

  test('T-INF-26, T-INF-27, S-41: a throwing handler pauses for a second, never syncs, and affects no other', async () => {
    const errors: unknown[] = []
    const { clock, informer, start } = informerOf(
      { lists: [podList(5, pod('a', 1), pod('b', 2))] },
      { onHandlerError: error => errors.push(error) },
    )
    const bad = informer.addEventHandler({
      onAdd: () => {
        throw new Error('no')
      },
    })
    const { log, ...handler } = recorder()
    const good = informer.addEventHandler(handler)
    void start()
    await clock.settle()
    expect([log.length, errors.length]).toEqual([2, 1])
    await clock.advance(1_000)
    expect(errors).toHaveLength(2)
    await clock.advance(1_000)
    expect([informer.hasSynced(), good.hasSynced(), bad.hasSynced()]).toEqual([true, true, false])
  })

  test('T-INF-14, S-40: a removed handler gets nothing more, also of what was queued', async () => {
    const { clock, informer, start } = informerOf({
      lists: [podList(5, ...Array.from({ length: 5_000 }, (_, i) => pod(`p${i}`, i + 1)))],
    })
    let calls = 0
    const registration = informer.addEventHandler({
      onAdd: () => {
        calls++
        registration.remove()
        registration.remove()
      },
    })
    void start()
    await clock.settle()
    expect(calls).toBe(1)
  })

  test('T-INF-20, S-45: a stopped informer takes neither handlers nor indexers', async () => {
    const { clock, informer, start, controller } = informerOf({ lists: [podList(5)] })
    const done = start()
    await clock.settle()
    controller.abort()
    await done
    expect(informer.isStopped).toBe(true)
    expect(informer.status.link).toBe('stopped')
    expect(() => informer.addEventHandler({})).toThrow(
      /was not added to shared informer because it has stopped already$/,
    )
    expect(() => informer.addIndexers({ x: byPath('a') })).toThrow(/stopped/)
    expect(clock.pendingTimers).toBe(0)
  })

  test('invariant 5: after the abort no handler is called, though much is queued for it', async () => {
    const { clock, informer, start, controller } = informerOf({
      lists: [podList(5, pod('a', 1), pod('b', 2), pod('c', 3))],
    })
    let calls = 0
    informer.addEventHandler({
      onAdd: () => {
        calls++
        controller.abort()
      },
    })
    await Promise.all([start(), clock.settle()])
    expect(calls).toBe(1)
  })

  test('T-INF-3: indexes may be added while it runs, over what is there', async () => {
    const onNode = { ...pod('a', 1), spec: { nodeName: 'n1' } }
    const { clock, informer, start } = informerOf({ lists: [podList(5, onNode, pod('b', 2))] })
    void start()
    await clock.settle()
    informer.addIndexers({ node: byPath('spec.nodeName') })
    expect(informer.indexer.byIndex('node', 'n1')).toEqual([onNode])
    expect(informer.indexer.byIndex('namespace', 'default')).toHaveLength(2)
  })

  test('S-43: a cache that was filled by hand before the start turns the first list into updates and tombstones', async () => {
    const { clock, informer, start } = informerOf({ lists: [podList(5, pod('kept', 4), pod('new', 5))] })
    informer.indexer.add(pod('kept', 1))
    informer.indexer.add(pod('stale', 1))
    const { log, ...handler } = recorder()
    const registration = informer.addEventHandler(handler)
    void start()
    await clock.settle()
    expect(log).toEqual(['delete DFSU stale@1', 'update kept@1 kept@4', 'add new@5 initial'])
    expect(registration.hasSynced()).toBe(true)
  })

  test('S-33: an update that changes no version reaches a handler only until its first resync tick', async () => {
    const { clock, informer, start } = informerOf(
      {
        lists: [podList(5, pod('a', 1))],
        watches: [{ reads: [[modified(pod('a', 1)), bookmark(6)]] }, open],
      },
      { resyncPeriodMs: 10_000 },
    )
    const { log, ...handler } = recorder()
    informer.addEventHandler(handler, { resyncPeriodMs: 0 })
    const reminded = recorder()
    informer.addEventHandler(reminded, { resyncPeriodMs: 10_000 })
    void start()
    await clock.settle()
    expect(log).toEqual(['add a@1 initial', 'update a@1 a@1'])
    await clock.advance(10_000)
    expect(log).toHaveLength(2)
    expect(reminded.log.at(-1)).toBe('update a@1 a@1')
    expect(reminded.log).toHaveLength(3)
  })

  test('transform runs before anything else sees an object', async () => {
    const { clock, informer, start } = informerOf(
      { lists: [podList(5, pod('a', 1))], watches: [{ reads: [[added(pod('b', 6))]], stayOpen: true }] },
      { transform: object => ({ ...object, kind: 'Changed' }) },
    )
    void start()
    await clock.settle()
    expect(informer.lister.list().map(object => object.kind)).toEqual(['Changed', 'Changed'])
  })

  test('synced rejects with the refusal that time does not heal', async () => {
    const forbidden = new StatusError({ code: 403, reason: 'Forbidden', message: 'pods is forbidden' })
    const { clock, informer, start } = informerOf({ lists: [forbidden] })
    void start()
    const synced = informer.synced()
    const outcome = expect(synced).rejects.toBe(forbidden)
    await clock.settle()
    await outcome
    expect(informer.status).toMatchObject({
      data: 'none',
      link: 'retrying',
      error: { code: 403, reason: 'Forbidden' },
    })
  })

  test('synced waits through what time may heal, and rejects with it when the caller gives up', async () => {
    const unavailable = new StatusError({ code: 503, reason: 'ServiceUnavailable', message: 'starting' })
    const { clock, informer, start } = informerOf({ lists: [unavailable] })
    void start()
    const patience = new AbortController()
    const outcome = expect(informer.synced(patience.signal)).rejects.toBe(unavailable)
    await clock.advance(60_000)
    patience.abort()
    await outcome
  })

  test('the status follows: progress, complete, live, retrying, and its counters', async () => {
    const { clock, informer, start } = informerOf({
      lists: [podList(5, pod('a', 1)), podList(7, pod('a', 1))],
      watches: [{ reads: [[added(pod('b', 6)), errorEvent(500, 'InternalError')]] }, open],
    })
    const seen = new Set<string>()
    informer.subscribeStatus(({ data, link }) => seen.add(`${data} ${link}`))
    void start()
    await clock.settle()
    expect(informer.status.error?.message).toMatch(/InternalError/)
    await clock.advance(800)
    expect([...seen]).toEqual(
      expect.arrayContaining(['none connecting', 'complete live', 'complete retrying']),
    )
    expect(informer.status).toMatchObject({
      data: 'complete',
      link: 'live',
      resourceVersion: '7',
      counters: { objects: 1, relists: 1, restarts: 1 },
    })
    expect(informer.status.error).toBeUndefined()
  })

  test.each([
    ['an ERROR in the stream', { reads: [[added(pod('b', 6)), errorEvent(410, 'Expired')]] }],
    ['the answer to a watch', expired],
  ])('S-81: a routine 410 as %s is a list, no error, and the link stays as it is', async (_, watch) => {
    const { clock, informer, start } = informerOf({
      lists: [podList(5, pod('a', 1)), podList(9, pod('a', 1))],
      watches: [{ reads: [[added(pod('b', 6))]] }, watch, open],
    })
    const seen = new Set<string>()
    void start()
    await clock.settle()
    informer.subscribeStatus(({ link, error }) => seen.add(`${link} ${error?.message}`))
    await clock.advance(800)
    expect([...seen]).toEqual(['live undefined'])
    expect(informer.status).toMatchObject({ link: 'live', resourceVersion: '9', counters: { relists: 1 } })
  })

  test('S-81: a second 410 at one resourceVersion is an error', async () => {
    const { clock, informer, start } = informerOf({
      lists: [podList(5, pod('a', 1))],
      watches: [expired, expired],
    })
    void start()
    await clock.settle()
    expect(informer.status).toMatchObject({ link: 'connecting' })
    expect(informer.status.error).toBeUndefined()
    await clock.advance(800)
    expect(informer.status).toMatchObject({ link: 'retrying', error: { code: 410 } })
  })

  test('a list that fails is no relist', async () => {
    const unavailable = new StatusError({ message: 'no backend', reason: 'ServiceUnavailable', code: 503 })
    const { clock, informer, start } = informerOf({
      lists: [unavailable, unavailable, podList(5, pod('a', 1))],
      watches: [open],
    })
    void start()
    await clock.advance(60_000)
    expect(informer.status).toMatchObject({ data: 'complete', counters: { relists: 0, restarts: 0 } })
  })

  test('an object without a name is reported in the status, and affects neither other objects nor the link', async () => {
    const { clock, informer, start } = informerOf({
      lists: [podList(5)],
      watches: [
        { reads: [[added({ metadata: { resourceVersion: '6' } }), added(pod('b', 7))]], stayOpen: true },
      ],
    })
    void start()
    await clock.settle()
    expect(informer.indexer.listKeys()).toEqual(['default/b'])
    expect(informer.status).toMatchObject({
      link: 'live',
      error: { message: expect.stringMatching(/couldn't create key/) },
    })
  })

  test('a second run returns the promise of the first, and warns', async () => {
    const { clock, informer, start, lw } = informerOf({ lists: [podList(5)] })
    const first = start()
    expect(informer.status.notice).toBeUndefined()
    expect(start()).toBe(first)
    expect(informer.status.notice).toMatch(/run was called more than once/)
    await clock.settle()
    expect(lw.lists).toHaveLength(1)
    expect(informer.lastSyncResourceVersion).toBe('5')
  })

  test('a list with a duplicate key: the last object counts, and a handler receives one notification', async () => {
    const { clock, informer, start } = informerOf({
      lists: [podList(5, pod('a', 1), pod('b', 2), pod('a', 3))],
    })
    const { log, ...handler } = recorder()
    informer.addEventHandler(handler)
    void start()
    await clock.settle()
    expect(log).toEqual(['add a@3 initial', 'add b@2 initial'])
  })

  test('a status listener that receives the error of a rejected object reads the whole batch, and adds a handler that receives each object once', async () => {
    const refuse = (object: KubernetesObject) => {
      if (object.metadata?.name === 'bad') throw new Error('no index for it')
      return []
    }
    const { clock, informer, start, controller } = informerOf(
      {
        lists: [podList(1)],
        watches: [
          { reads: [[added(pod('a', 2)), added(pod('bad', 3)), added(pod('c', 4))]], stayOpen: true },
        ],
      },
      { indexers: { refuse } },
    )
    const { log, ...handler } = recorder()
    let sizeAtError: number | undefined
    informer.subscribeStatus(({ error }) => {
      if (!error || sizeAtError !== undefined) return
      sizeAtError = informer.indexer.size
      informer.addEventHandler(handler)
    })
    const done = start()
    await clock.settle()
    expect(sizeAtError).toBe(2)
    expect(log).toEqual(['add a@2 initial', 'add c@4 initial'])
    controller.abort()
    await done
  })

  test('a handler that stops the informer: neither sync nor status changes follow', async () => {
    const { informer, start, controller } = informerOf({ lists: [podList(5, pod('a', 1))] })
    const registration = informer.addEventHandler({ onAdd: () => controller.abort() })
    const received: string[] = []
    informer.subscribeStatus(({ link, data }) => {
      if (controller.signal.aborted) received.push(`${link} ${data}`)
    })
    await start()
    expect(received).toEqual(['stopped none'])
    expect([informer.hasSynced(), registration.hasSynced()]).toEqual([false, false])
  })
})
