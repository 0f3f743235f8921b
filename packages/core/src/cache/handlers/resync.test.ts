import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { ListerWatcher } from '../../api/lister-watcher.ts'
import type { KubernetesObject, WatchEvent } from '../../api/object.ts'
import { informerOver, recorder } from '../../test/informer-rig.ts'
import {
  bookmark,
  errorEvent,
  pod,
  podList,
  ScriptedListerWatcher,
} from '../../test/scripted-lister-watcher.ts'
import type { ResourceEventHandler } from './event-handler.ts'

const two = podList(5, pod('a', 1), pod('b', 2))
const HOUR = 3_600_000

/** The number of resync updates in each second. */
async function perSecond(clock: FakeClock, seconds: number, logs: readonly string[][]): Promise<number[][]> {
  const counts: number[][] = []
  for (let i = 0; i < seconds; i++) {
    for (const log of logs) log.length = 0
    await clock.advance(1_000)
    counts.push(logs.map(log => log.length))
  }
  return counts
}

describe('resync', () => {
  test('T-INF-4, T-INF-5, T-INF-6: each handler receives every object again in its own period', async () => {
    const { clock, informer, start } = informerOver(
      new FakeClock(),
      { lists: [two] },
      { resyncPeriodMs: 1_000 },
    )
    const logs = [0, 2_000, 3_000].map(resyncPeriodMs => {
      const { log, ...handler } = recorder()
      informer.addEventHandler(handler, { resyncPeriodMs })
      return log
    })
    void start()
    await clock.settle()
    expect(logs.map(log => log.length)).toEqual([2, 2, 2])
    expect(await perSecond(clock, 4, logs)).toEqual([
      [0, 0, 0],
      [0, 2, 0],
      [0, 0, 2],
      [0, 2, 0],
    ])
  })

  test('T-INF-7: a handler whose first call takes a second receives the same, and delays no other', async () => {
    const { clock, informer, start } = informerOver(
      new FakeClock(),
      { lists: [two] },
      { resyncPeriodMs: 1_000 },
    )
    const slow = recorder()
    let first = true
    const onAdd: ResourceEventHandler<never>['onAdd'] = (object, initial) => {
      if (!first) return slow.onAdd(object, initial)
      first = false
      return new Promise<void>(resolve => {
        clock.setTimeout(() => {
          void slow.onAdd(object, initial)
          resolve()
        }, 1_000)
      })
    }
    informer.addEventHandler({ ...slow, onAdd }, { resyncPeriodMs: 2_000 })
    const { log, ...quick } = recorder()
    informer.addEventHandler(quick, { resyncPeriodMs: 3_000 })
    void start()
    await clock.settle()
    expect([slow.log.length, log.length]).toEqual([0, 2])
    await clock.advance(1_000)
    expect(slow.log).toEqual(['add a@1 initial', 'add b@2 initial'])
    expect(await perSecond(clock, 2, [slow.log, log])).toEqual([
      [2, 0],
      [0, 2],
    ])
  })

  test('T-INF-8: before the start, a handler with a shorter period shortens the check period', async () => {
    const { clock, informer, start } = informerOver(
      new FakeClock(),
      { lists: [podList(5, pod('a', 1))] },
      { resyncPeriodMs: 12 * HOUR },
    )
    const logs = [0, 60_000, 55_000, 5_000].map(resyncPeriodMs => {
      const { log, ...handler } = recorder()
      informer.addEventHandler(handler, { resyncPeriodMs })
      return log
    })
    void start()
    await clock.settle()
    for (const log of logs) log.length = 0
    const counts = () => logs.map(log => log.length)
    await clock.advance(54_000)
    expect(counts()).toEqual([0, 0, 0, 10])
    await clock.advance(1_000)
    expect(counts()).toEqual([0, 0, 1, 11])
    await clock.advance(5_000)
    expect(counts()).toEqual([0, 1, 1, 12])
  })

  test('T-INF-10: after a disruption only handlers with a resync receive unchanged objects', async () => {
    const clock = new FakeClock()
    const lw = new ScriptedListerWatcher({
      lists: [
        podList(2, pod('pod1', 1), pod('pod2', 2)),
        podList(4, pod('pod1', 1), pod('pod2', 4), pod('pod3', 3)),
      ],
    })
    let disrupt = () => {}
    const disrupted = new Promise<void>(resolve => {
      disrupt = resolve
    })
    async function* expiring(): AsyncGenerator<readonly WatchEvent<KubernetesObject>[]> {
      await disrupted
      yield [errorEvent(410, 'Expired')]
    }
    let watches = 0
    const listerWatcher: ListerWatcher<KubernetesObject> = {
      list: options => lw.list(options),
      watch: async (options, context) => (watches++ === 0 ? expiring() : lw.watch(options, context)),
    }
    const { informer, start } = informerOver(clock, { lists: [] }, { listerWatcher, resyncPeriodMs: 1_000 })
    const [never, reminded] = [recorder(), recorder()]
    informer.addEventHandler(never, { resyncPeriodMs: 0 })
    informer.addEventHandler(reminded, { resyncPeriodMs: 1_000 })
    void start()
    await clock.advance(1_000)
    never.log.length = reminded.log.length = 0
    disrupt()
    await clock.advance(800)
    expect(never.log).toEqual(['update pod2@2 pod2@4', 'add pod3@3'])
    expect(reminded.log).toEqual(['update pod1@1 pod1@1', 'update pod2@2 pod2@4', 'add pod3@3'])
  })

  test('S-34: less than a second is a second', async () => {
    const { clock, informer, start } = informerOver(
      new FakeClock(),
      { lists: [two] },
      { resyncPeriodMs: HOUR },
    )
    const { log, ...handler } = recorder()
    informer.addEventHandler(handler, { resyncPeriodMs: 500 })
    void start()
    await clock.settle()
    expect(await perSecond(clock, 2, [log])).toEqual([[2], [2]])
  })

  test('S-35: where the informer never resyncs, no handler resyncs', async () => {
    const { clock, informer, start } = informerOver(new FakeClock(), { lists: [two] })
    const { log, ...handler } = recorder()
    informer.addEventHandler(handler, { resyncPeriodMs: 30_000 })
    void start()
    await clock.advance(120_000)
    expect(log).toHaveLength(2)
  })

  test('S-36: after the start the period of the informer is the shortest', async () => {
    const { clock, informer, start } = informerOver(
      new FakeClock(),
      { lists: [two] },
      { resyncPeriodMs: 10_000 },
    )
    void start()
    await clock.settle()
    const { log, ...handler } = recorder()
    informer.addEventHandler(handler, { resyncPeriodMs: 5_000 })
    await clock.settle()
    log.length = 0
    await clock.advance(9_999)
    expect(log).toEqual([])
    await clock.advance(1)
    expect(log).toEqual(['update a@1 a@1', 'update b@2 b@2'])
  })

  test('S-3: an ERROR inside a stream leads to a list, and is no watch error', async () => {
    const heard: unknown[] = []
    const { clock, lw, start } = informerOver(
      new FakeClock(),
      { lists: [two], watches: [{ reads: [[bookmark(6), errorEvent(410, 'Expired')]] }] },
      { onWatchError: error => heard.push(error) },
    )
    void start()
    await clock.advance(800)
    expect([heard, lw.lists.length]).toEqual([[], 2])
  })
})
