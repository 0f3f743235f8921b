import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../api/object.ts'
import { deleted, errorEvent, pod, podList, ScriptedListerWatcher } from '../test/scripted-lister-watcher.ts'
import type { WatchCondition } from './until.ts'
import { untilWithSync } from './until-with-sync.ts'

const isGone: WatchCondition<KubernetesObject> = ({ type }) => type === 'DELETED'
const noCall = () => {
  throw new Error('must not be called')
}

describe('untilWithSync', () => {
  test.each([
    ['T-UNT-5: without a precondition', undefined, { code: 'Interrupted', lastEvent: undefined }],
    [
      'T-UNT-6: with a precondition',
      noCall,
      { code: 'NotSynced', message: 'untilWithSync: unable to sync caches: deadline exceeded' },
    ],
  ])('%s, a list that never answers is interrupted', async (_, precondition, expected) => {
    const clock = new FakeClock()
    const controller = new AbortController()
    const listerWatcher = new ScriptedListerWatcher({ lists: ['silent'] })
    const { signal } = controller
    const waiting = untilWithSync({ listerWatcher, clock, signal, precondition }, noCall)
    const failure = expect(waiting).rejects.toMatchObject({ name: 'UntilError', ...expected })
    await clock.advance(60_000)
    controller.abort(new Error('deadline exceeded'))
    await failure
    expect(clock.pendingTimers).toBe(0)
  })

  test('T-UNT-7: a precondition that is met ends it, with no event and no condition', async () => {
    const clock = new FakeClock()
    const listerWatcher = new ScriptedListerWatcher({ lists: [podList(3, pod('a', 1), pod('b', 2))] })
    const precondition = (store: { readonly size: number }) => store.size === 2
    const waiting = untilWithSync({ listerWatcher, clock, precondition }, noCall)
    await clock.settle()
    expect(await waiting).toBeUndefined()
    expect([listerWatcher.open, clock.pendingTimers]).toEqual([0, 0])
  })

  test('an empty list is synced, too', async () => {
    const listerWatcher = new ScriptedListerWatcher({ lists: [podList(3)] })
    expect(await untilWithSync({ listerWatcher, precondition: store => store.size === 0 }, noCall)).toBe(
      undefined,
    )
  })

  test('a precondition that is not met: the conditions see each object, then the changes', async () => {
    const listerWatcher = new ScriptedListerWatcher({
      lists: [podList(3, pod('a', 1))],
      watches: [{ reads: [[deleted(pod('a', 4))]], stayOpen: true }],
    })
    const seen: string[] = []
    const all: WatchCondition<KubernetesObject> = ({ type }) => seen.push(type) === 1
    const event = await untilWithSync({ listerWatcher, precondition: () => false }, all, isGone)
    expect([event?.type, seen, listerWatcher.open]).toEqual(['DELETED', ['ADDED'], 0])
  })

  test('a version that is too old is listed again', async () => {
    const clock = new FakeClock()
    const listerWatcher = new ScriptedListerWatcher({
      lists: [podList(3, pod('a', 1)), podList(9)],
      watches: [{ reads: [[errorEvent(410, 'Expired')]] }],
    })
    const waiting = untilWithSync({ listerWatcher, clock }, isGone)
    await clock.advance(60_000)
    expect(await waiting).toMatchObject({ type: 'DELETED', object: { metadata: { name: 'a' } } })
    expect(clock.pendingTimers).toBe(0)
  })

  test('the error of a precondition, or of an index function, ends it', async () => {
    const script = { lists: [podList(3, pod('a', 1))] }
    const listerWatcher = new ScriptedListerWatcher(script)
    await expect(untilWithSync({ listerWatcher, precondition: noCall }, noCall)).rejects.toThrow('must not')
    const waiting = untilWithSync({ listerWatcher, precondition: () => true, indexers: { broken: noCall } })
    await expect(waiting).rejects.toThrow('must not')
    expect(listerWatcher.open).toBe(0)
  })
})
