import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../../api/object.ts'
import { type ListScript, pod, podList, ScriptedListerWatcher } from '../../test/scripted-lister-watcher.ts'
import {
  checkDataConsistency,
  type DataConsistencyOptions,
  DataInconsistencyError,
} from './data-consistency.ts'

const check = (
  lists: readonly ListScript[],
  options: Partial<DataConsistencyOptions<KubernetesObject>> = {},
) => {
  const clock = new FakeClock()
  const lw = new ScriptedListerWatcher({ lists })
  const outcome = checkDataConsistency({
    listerWatcher: lw,
    resourceVersion: '2',
    objects: [],
    clock,
    signal: new AbortController().signal,
    ...options,
  })
  return { lw, clock, outcome }
}

describe('checkDataConsistency', () => {
  test('T-CDC-2, T-CDC-3: one exact list at the version, with the selectors of the first', async () => {
    const objects = [pod('a', 1), { ...pod('b', 2), kind: 'Anything' }]
    const { lw, outcome } = check([podList(2, ...objects.toReversed())], {
      objects,
      listOptions: { labelSelector: 'app=web', resourceVersion: '' },
    })
    await outcome
    expect(lw.lists).toEqual([
      { labelSelector: 'app=web', resourceVersion: '2', resourceVersionMatch: 'Exact' },
    ])
  })

  test('T-CDC-5: a limit is kept', async () => {
    const { lw, outcome } = check([podList(2)], { listOptions: { resourceVersion: '2', limit: 2 } })
    await outcome
    expect(lw.lists[0]?.limit).toBe(2)
  })

  test('a limit is removed when more items were retrieved than it allows', async () => {
    const objects = [pod('a', 1), pod('b', 2)]
    const { lw, outcome } = check([podList(2, ...objects)], {
      objects,
      listOptions: { resourceVersion: '0', limit: 1 },
    })
    await outcome
    expect(lw.lists).toEqual([{ resourceVersion: '2', resourceVersionMatch: 'Exact' }])
  })

  test('listed items are transformed as the retrieved ones were', async () => {
    const anonymous = ({ metadata, ...object }: KubernetesObject): KubernetesObject => ({
      ...object,
      metadata: { ...metadata, uid: 'hidden' },
    })
    const listed = podList(2, pod('a', 1))
    const { outcome } = check([listed], { objects: [anonymous(pod('a', 1))], transform: anonymous })
    await outcome
  })

  test('T-CDC-7: nothing equals nothing', async () => {
    const { lw, outcome } = check([podList(2)])
    await outcome
    expect(lw.lists).toHaveLength(1)
  })

  test('T-CDC-8: no list for a part of one, nor for version "0"', async () => {
    const part = check([], { listOptions: { continue: 'C1' } })
    const any = check([], { resourceVersion: '0' })
    await Promise.all([part.outcome, any.outcome])
    expect([part.lw.lists, any.lw.lists]).toEqual([[], []])
  })

  test('T-CDC-9: a difference is an error that names it', async () => {
    const { outcome } = check([podList(2, pod('a', 1), pod('b', 2))], { objects: [pod('a', 1)] })
    await expect(outcome).rejects.toThrow(DataInconsistencyError)
    await expect(outcome).rejects.toThrow(/missing: uid-b@2; too many: none/)
  })

  test('T-CDC-10: a list that fails is tried again each second', async () => {
    const down = new Error('down')
    const { lw, clock, outcome } = check([down, down, down, down, podList(2)])
    await clock.advance(4_000)
    await outcome
    expect(lw.lists).toHaveLength(5)
  })

  test('an abort ends the trying', async () => {
    const controller = new AbortController()
    const { clock, outcome } = check([new Error('down')], { signal: controller.signal })
    await clock.advance(3_000)
    controller.abort()
    await outcome
    expect(clock.pendingTimers).toBe(0)
  })
})
