import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { ListerWatcher } from '../../api/lister-watcher.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { type ReflectorRig, reflectorOver } from '../../test/reflector-rig.ts'
import { added, pod, podList } from '../../test/scripted-lister-watcher.ts'
import { Indexer } from '../store/indexer.ts'
import { Reflector } from './reflector.ts'

const reflect = (
  script: Parameters<typeof reflectorOver>[1],
  options?: Parameters<typeof reflectorOver>[2],
  clock = new FakeClock(),
): ReflectorRig<FakeClock> => reflectorOver(clock, script, options)

describe('Reflector: stop and short watches', () => {
  /** A ListerWatcher whose watch stops the Reflector at some point, and counts what is asked of its stream. */
  function counting(stopAt: 'open' | 'read', controller: AbortController) {
    const calls = { iterators: 0, returns: 0 }
    const listerWatcher: ListerWatcher<KubernetesObject> = {
      list: async () => podList(1),
      watch: async () => {
        if (stopAt === 'open') controller.abort()
        return {
          [Symbol.asyncIterator]: () => {
            calls.iterators++
            return {
              next: async () => {
                if (stopAt === 'read') controller.abort()
                return { done: false, value: [added(pod('late', 2))] }
              },
              return: async () => {
                calls.returns++
                return { done: true, value: undefined }
              },
            }
          },
        }
      },
    }
    return { calls, listerWatcher }
  }

  test.each([
    ['T-REF-6, T-REF-11: before a stream is read', 'open'],
    ['T-REF-7: while a stream is read', 'read'],
  ] as const)('%s, a stop closes it once and stores nothing', async (_, stopAt) => {
    const controller = new AbortController()
    const { calls, listerWatcher } = counting(stopAt, controller)
    const store = new Indexer<KubernetesObject>()
    await new Reflector({ listerWatcher, store, clock: new FakeClock() }).run(controller.signal)
    expect([calls, store.size]).toEqual([{ iterators: 1, returns: 1 }, 0])
  })

  test('T-REF-8: a watch that is over before it is read is very short, and named', async () => {
    const { clock, errors, lw } = reflect({ lists: [podList(1)], watches: [{ reads: [] }] })
    Object.assign(lw, { description: 'pods in namespace "default"' })
    await clock.settle()
    expect(String(errors[0])).toMatch(/watch pods in namespace "default": ended within a second/)
    expect(lw.open).toBe(0)
  })

  test('T-REF-9: and so is one that ends 10 ms later without an event', async () => {
    const clock = new FakeClock()
    const errors: unknown[] = []
    const listerWatcher: ListerWatcher<KubernetesObject> = {
      list: async () => podList(1),
      watch: async () =>
        (async function* () {
          await new Promise<void>(resolve => clock.setTimeout(resolve, 10))
        })(),
    }
    const observer = { onError: (error: unknown) => errors.push(error) }
    void new Reflector({ listerWatcher, store: new Indexer(), observer, clock }).run(
      new AbortController().signal,
    )
    await clock.advance(10)
    expect(String(errors[0])).toMatch(/ended within a second/)
  })

  test('a watch whose connection is lost before an event is resumed after the backoff, without a list', async () => {
    const lost = { reads: [], isLost: true }
    const { clock, errors, lw } = reflect({ lists: [podList(7)], watches: [lost] })
    await clock.settle()
    expect(errors.map(String)).toEqual([expect.stringContaining('the connection was lost before an event')])
    expect(lw.watches).toHaveLength(1)
    await clock.advance(800)
    expect(lw.watches.map(({ resourceVersion }) => resourceVersion)).toEqual(['7', '7'])
    expect(lw.lists).toHaveLength(1)
  })

  test('the sixth of such consecutive watches is followed by a list: a proxy may be unable to stream', async () => {
    const lost = { reads: [], isLost: true }
    const { clock, errors, lw } = reflect({ lists: [podList(7)], watches: Array(6).fill(lost) })
    await clock.advance(60_000)
    expect(String(errors.at(-1))).toMatch(/ended within a second/)
    expect([errors.length, lw.lists.length]).toEqual([6, 2])
  })

  test('a lost connection after an event is resumed at once, and ends the count', async () => {
    const lost = { reads: [], isLost: true }
    const some = { reads: [[added(pod('a', 8))]], isLost: true }
    const watches = [lost, lost, lost, some, lost, lost, lost]
    const { clock, lw } = reflect({ lists: [podList(7)], watches })
    await clock.advance(120_000)
    expect([lw.watches.length, lw.lists.length]).toEqual([8, 1])
  })

  test('T-REF-3: the resync timer fires', async () => {
    let resyncs = 0
    const store = Object.assign(new Indexer<KubernetesObject>(), { resync: () => void resyncs++ })
    const { clock } = reflect({ lists: [podList(1)] }, { store, resyncPeriodMs: 1 })
    await clock.advance(1)
    expect(resyncs).toBe(1)
  })

  test('S-16: a tick that is not wanted resyncs nothing, and the next one asks again', async () => {
    let asked = 0
    let resyncs = 0
    const store = Object.assign(new Indexer<KubernetesObject>(), { resync: () => void resyncs++ })
    const { clock } = reflect(
      { lists: [podList(1)] },
      { store, resyncPeriodMs: 1_000, shouldResync: () => ++asked > 2 },
    )
    await clock.advance(3_000)
    expect([asked, resyncs]).toEqual([3, 1])
  })

  test('T-REF-24: a resync that fails ends the round quietly; after the backoff there is a new one', async () => {
    let resyncs = 0
    const store = Object.assign(new Indexer<KubernetesObject>(), {
      resync: () => {
        if (++resyncs === 2) throw new Error('resync error')
      },
    })
    const { clock, lw, watchErrors, errors } = reflect({ lists: [podList(1)] }, { store, resyncPeriodMs: 1 })
    await clock.advance(2)
    expect([resyncs, lw.open, watchErrors]).toEqual([2, 0, []])
    expect(errors).toEqual([expect.objectContaining({ message: 'resync error' })])
    await clock.advance(800)
    expect([lw.lists.length, lw.open]).toEqual([2, 1])
  })
})
