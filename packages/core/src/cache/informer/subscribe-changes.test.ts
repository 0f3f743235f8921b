import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { informerOver, label } from '../../test/informer-rig.ts'
import { added, deleted, errorEvent, modified, pod, podList } from '../../test/scripted-lister-watcher.ts'
import type { CacheChange } from './cache-change.ts'

const informerOf = (
  script: Parameters<typeof informerOver>[1],
  options: Parameters<typeof informerOver>[2] = {},
  clock = new FakeClock(),
) => informerOver(clock, script, options)

/** `type key`, and the objects' resourceVersions. */
function textOf(change: CacheChange<KubernetesObject>): string {
  const { type, key } = change
  if (type === 'update') return `update ${key} ${label(change.oldObject)} ${label(change.object)}`
  if (type === 'add') return `add ${key} ${label(change.object)}${change.isInInitialList ? ' initial' : ''}`
  return `delete ${key}${change.object instanceof DeletedFinalStateUnknown ? ' tombstone' : ''}`
}

describe('SharedIndexInformer.subscribeChanges', () => {
  test('one call for each applied batch, with its changes in order and their keys', async () => {
    const { clock, informer, start } = informerOf({
      lists: [podList(2, pod('a', 1), pod('b', 2))],
      watches: [
        { reads: [[added(pod('c', 3)), modified(pod('a', 4)), deleted(pod('b', 5))]], stayOpen: true },
      ],
    })
    const batches: string[][] = []
    informer.subscribeChanges(changes => batches.push(changes.map(textOf)))
    void start()
    await clock.settle()
    expect(batches).toEqual([
      ['add default/a a@1 initial', 'add default/b b@2 initial'],
      ['add default/c c@3', 'update default/a a@1 a@4', 'delete default/b'],
    ])
  })

  test('the cache has the whole batch at the time of the call, and handlers are called later', async () => {
    const { clock, informer, start } = informerOf({ lists: [podList(2, pod('a', 1), pod('b', 2))] })
    const log: string[] = []
    informer.addEventHandler({ onAdd: object => void log.push(`handler ${label(object)}`) })
    informer.subscribeChanges(() => log.push(`changes ${informer.indexer.listKeys()}`))
    void start()
    await clock.settle()
    expect(log).toEqual(['changes default/a,default/b', 'handler a@1', 'handler b@2'])
  })

  test('a relist: tombstones for what is gone, and nothing for objects of the same resourceVersion', async () => {
    const { clock, informer, start } = informerOf({
      lists: [podList(2, pod('a', 1), pod('b', 2), pod('c', 2)), podList(9, pod('a', 1), pod('c', 8))],
      watches: [{ reads: [[errorEvent(410, 'Expired')]] }],
    })
    const batches: string[][] = []
    void start()
    await clock.settle()
    informer.subscribeChanges(changes => batches.push(changes.map(textOf)))
    await clock.advance(2_000)
    expect(batches).toEqual([['delete default/b tombstone', 'update default/c c@2 c@8']])
  })

  test('a resync, and a relist without a difference, call no subscriber', async () => {
    const { clock, informer, start, lw } = informerOf(
      { lists: [podList(2, pod('a', 1))], watches: [{ reads: [[errorEvent(410, 'Expired')]] }] },
      { resyncPeriodMs: 1_000 },
    )
    let updates = 0
    let calls = 0
    informer.addEventHandler({ onUpdate: () => void updates++ })
    void start()
    await clock.settle()
    informer.subscribeChanges(() => calls++)
    await clock.advance(5_000)
    expect(lw.lists.length).toBe(2)
    expect(updates).toBeGreaterThan(0)
    expect(calls).toBe(0)
  })

  test('a subscriber that throws affects neither the others nor the informer', async () => {
    const uncaught: unknown[] = []
    const clock = new FakeClock()
    const { informer, start } = informerOf(
      { lists: [podList(2, pod('a', 1))] },
      { clock: withErrors(clock, uncaught) },
      clock,
    )
    let calls = 0
    informer.subscribeChanges(() => {
      throw new Error('broken subscriber')
    })
    informer.subscribeChanges(() => calls++)
    void start()
    await clock.settle()
    await clock.advance(1)
    expect([calls, informer.indexer.size, informer.hasSynced()]).toEqual([1, 1, true])
    expect(informer.status.error).toBeUndefined()
    expect(uncaught.map(String)).toEqual(['Error: broken subscriber'])
  })

  test('no call after the unsubscribe function, nor after an abort', async () => {
    const { clock, informer, start, controller } = informerOf({
      lists: [podList(2, pod('a', 1))],
      watches: [{ reads: [[added(pod('b', 3))]], stayOpen: true }],
    })
    const calls: string[] = []
    const unsubscribe = informer.subscribeChanges(() => calls.push('unsubscribed'))
    unsubscribe()
    unsubscribe()
    informer.subscribeChanges(() => {
      calls.push('first')
      controller.abort()
    })
    informer.subscribeChanges(() => calls.push('after the abort'))
    await start()
    await clock.settle()
    expect(calls).toEqual(['first'])
  })
})

/** The clock, with errors of its callbacks collected instead of thrown. */
function withErrors(clock: FakeClock, errors: unknown[]): FakeClock {
  const setTimeout: FakeClock['setTimeout'] = (callback, ms) =>
    clock.setTimeout(() => {
      try {
        callback()
      } catch (error) {
        errors.push(error)
      }
    }, ms)
  return new Proxy(clock, {
    get: (target, name) => {
      if (name === 'setTimeout') return setTimeout
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
