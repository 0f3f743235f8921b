import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { ListerWatcher } from '../../api/lister-watcher.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { endOfInitialEvents, type ReflectorRig, reflectorOver, rejection } from '../../test/reflector-rig.ts'
import {
  added,
  bookmark,
  modified,
  pod,
  podList,
  ScriptedListerWatcher,
} from '../../test/scripted-lister-watcher.ts'
import { DeltaFIFO } from '../queue/delta-fifo.ts'
import { RealFIFO } from '../queue/real-fifo.ts'
import { checkDataConsistency } from './data-consistency.ts'
import { Reflector } from './reflector.ts'

const reflect = (
  script: Parameters<typeof reflectorOver>[1],
  options?: Parameters<typeof reflectorOver>[2],
  clock = new FakeClock(),
): ReflectorRig<FakeClock> => reflectorOver(clock, script, options)

const open = { reads: [], stayOpen: true }

describe('Reflector with watchList', () => {
  test('T-RWL-1: it is off by default, and if the ListerWatcher declares that it is unsupported', async () => {
    const streams = async (watchList: boolean | undefined, says?: boolean) => {
      const lw = new ScriptedListerWatcher({ lists: [podList(1)] })
      const listerWatcher = says === undefined ? lw : Object.assign(lw, { watchList: { isSupported: !says } })
      const { clock } = reflect({ lists: [] }, { listerWatcher, watchList })
      await clock.settle()
      return lw.watches[0]?.sendInitialEvents === true
    }
    expect([
      await streams(undefined),
      await streams(true),
      await streams(true, false),
      await streams(true, true),
    ]).toEqual([false, true, true, false])
  })

  test('T-RWL-2: without a listener for a late marker there is no timer', async () => {
    const clock = new FakeClock()
    reflect({ lists: [], watches: [open] }, { watchList: true, observer: {} }, clock)
    await clock.settle()
    expect(clock.pendingTimers).toBe(0)
  })

  test('T-RWL-3: with one, it is called every ten seconds while nothing arrives', async () => {
    const { clock, late, controller, done } = reflect({ lists: [], watches: [open] }, { watchList: true })
    await clock.advance(5_000)
    expect(late).toEqual([])
    await clock.advance(15_000)
    expect(late).toEqual([{ waitedMs: 10_000 }, { waitedMs: 20_000 }])
    controller.abort()
    await done
    expect(clock.pendingTimers).toBe(0)
  })

  test('T-RWL-4: with the time since the last event; no more once the end bookmark arrived', async () => {
    const clock = new FakeClock()
    let finish = () => {}
    const marker = new Promise<void>(resolve => {
      finish = resolve
    })
    const listerWatcher: ListerWatcher<KubernetesObject> = {
      list: async () => podList(1),
      watch: async () =>
        (async function* () {
          yield [added(pod('a', 1))]
          await marker
          yield [endOfInitialEvents(1)]
          await new Promise<void>(() => {})
        })(),
    }
    const { late, names } = reflect({ lists: [] }, { watchList: true, listerWatcher }, clock)
    await clock.advance(20_000)
    const received = [
      { waitedMs: 10_000, silentMs: 10_000 },
      { waitedMs: 20_000, silentMs: 20_000 },
    ]
    expect([late, names()]).toEqual([received, []])
    finish()
    await clock.advance(60_000)
    expect([late, names()]).toEqual([received, ['a@1']])
  })

  test.each([
    ['no events', [], ''],
    ['events without their end', [added(pod('p1', 1))], ''],
    ['events and their end', [added(pod('p1', 1)), endOfInitialEvents(2)], '2'],
  ])(
    'T-RWL-5: after %s the resourceVersion is that of the end bookmark, or none',
    async (_, read, version) => {
      const reads = read.length > 0 ? [read] : []
      const { clock, reflector } = reflect(
        { lists: [], watches: [{ reads, stayOpen: true }] },
        { watchList: true },
      )
      await clock.settle()
      expect(reflector.lastSyncResourceVersion).toBe(version)
    },
  )

  test('T-RWL-15: the 410 of a resumed watch is a watch error, and the store is unchanged', async () => {
    const expired = rejection(410, 'Expired')
    const { clock, watchErrors, names } = reflect(
      {
        lists: [],
        watches: [{ reads: [[added(pod('p1', 1)), endOfInitialEvents(2)], [added(pod('p3', 3))]] }, expired],
      },
      { watchList: true },
    )
    await clock.settle()
    expect(watchErrors).toMatchObject([{ status: expired.status }])
    expect(names()).toEqual(['p1@1', 'p3@3'])
  })

  test.each([
    [
      'RealFIFO',
      (transformer: (object: KubernetesObject) => KubernetesObject) => new RealFIFO({ transformer }),
    ],
    [
      'DeltaFIFO',
      (transformer: (object: KubernetesObject) => KubernetesObject) => new DeltaFIFO({ transformer }),
    ],
  ])(
    'T-REF-38: whatever comes by a watch-list into a %s is transformed, what comes first twice',
    async (_, queueWith) => {
      let calls = 0
      const store = queueWith(object => {
        calls++
        return { ...object, kind: 'Transformed' }
      })
      const { clock } = reflect(
        {
          lists: [],
          watches: [
            {
              reads: [[added(pod('a', 1)), added(pod('b', 2)), endOfInitialEvents(3)], [added(pod('c', 4))]],
              stayOpen: true,
            },
          ],
        },
        { watchList: true, store },
      )
      await clock.settle()
      const kinds: (string | undefined)[] = []
      while (store.length > 0) {
        await store.pop(deltas => {
          for (const delta of deltas) {
            if (delta.type === 'ReplacedAll') kinds.push(...delta.objects.map(object => object.kind))
            else if ('object' in delta && 'metadata' in delta.object) kinds.push(delta.object.kind)
          }
        })
      }
      expect(kinds).toEqual(Array(3).fill('Transformed'))
      expect(calls).toBe(5)
    },
  )

  test('a consistency check compares the initial list by watch with a list, and reports a difference', async () => {
    const watches = [{ reads: [[added(pod('a', 1)), endOfInitialEvents(2)]], stayOpen: true }]
    const right = reflect(
      { lists: [podList(2, pod('a', 1))], watches },
      { watchList: true, consistencyCheck: checkDataConsistency },
    )
    const wrong = reflect(
      { lists: [podList(2)], watches },
      { watchList: true, consistencyCheck: checkDataConsistency },
    )
    await Promise.all([right.clock.settle(), wrong.clock.settle()])
    expect(right.lw.lists).toEqual([{ resourceVersion: '2', resourceVersionMatch: 'Exact' }])
    expect(right.errors).toEqual([])
    expect(String(wrong.errors[0])).toMatch(/too many: uid-a@1/)
  })

  test('a consistency check transforms the list as the store transforms what it receives', async () => {
    const store = new RealFIFO<KubernetesObject>({
      transformer: object => ({ ...object, metadata: { ...object.metadata, uid: 'hidden' } }),
    })
    const { clock, errors } = reflect(
      {
        lists: [podList(2, pod('a', 1))],
        watches: [{ reads: [[added(pod('a', 1)), endOfInitialEvents(2)]], stayOpen: true }],
      },
      { watchList: true, consistencyCheck: checkDataConsistency, store },
    )
    await clock.settle()
    expect(errors).toEqual([])
  })

  test('the watch resumes from a bookmark after the end bookmark', async () => {
    const { clock, lw } = reflect(
      {
        lists: [],
        watches: [{ reads: [[endOfInitialEvents(2)], [modified(pod('a', 3)), bookmark(9)]] }, open],
      },
      { watchList: true },
    )
    await clock.settle()
    expect(lw.watches[1]?.resourceVersion).toBe('9')
  })

  test('an abort by the observer of the open watch closes it, and leaves no timer', async () => {
    const controller = new AbortController()
    const clock = new FakeClock()
    const lw = new ScriptedListerWatcher({
      lists: [],
      watches: [{ reads: [[endOfInitialEvents(2)]], stayOpen: true }],
    })
    const reflector = new Reflector<KubernetesObject>({
      listerWatcher: lw,
      store: new DeltaFIFO<KubernetesObject>(),
      observer: { onWatchOpen: () => controller.abort() },
      watchList: true,
      clock,
    })
    await reflector.run(controller.signal)
    expect([lw.watches.length, lw.open, clock.pendingTimers]).toEqual([1, 0, 0])
  })

  test('an object of another kind is not part of the initial list, and its bookmark does not end it', async () => {
    const { clock, names, errors, reflector, controller, done } = reflect(
      { lists: [] },
      {
        watchList: true,
        listerWatcher: Object.assign(
          new ScriptedListerWatcher({
            lists: [],
            watches: [
              {
                reads: [
                  [
                    added(pod('a', 1)),
                    added({ ...pod('other', 9), kind: 'Node' }),
                    { type: 'BOOKMARK', object: { ...endOfInitialEvents(7).object, kind: 'Node' } },
                    added(pod('b', 2)),
                    endOfInitialEvents(3),
                  ],
                ],
                stayOpen: true,
              },
            ],
          }),
          { kind: 'Pod' },
        ),
      },
    )
    await clock.settle()
    expect(names()).toEqual(['a@1', 'b@2'])
    expect(reflector.lastSyncResourceVersion).toBe('3')
    expect(errors.map(String)).toEqual([
      expect.stringMatching(/expected a Pod and got a Node/),
      expect.stringMatching(/expected a Pod and got a Node/),
    ])
    controller.abort()
    await done
  })
})
