import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../../api/object.ts'
import { objectAccess } from '../../api/object-access.ts'
import type { SaveOutcome, SnapshotChange } from '../../api/snapshot-store.ts'
import { pod } from '../../test/scripted-lister-watcher.ts'
import { Indexer } from '../store/indexer.ts'
import { applyDelta } from './process-deltas.ts'
import { SnapshotWriter } from './snapshot-writer.ts'

type Change = SnapshotChange<KubernetesObject>
type Save = (change: Change, clock: FakeClock) => Promise<SaveOutcome>

/** A writer over a cache that is changed by hand; each version is one change of one Pod. */
function rig(save: Save, throttleMs = 500) {
  const clock = new FakeClock()
  const indexer = new Indexer<KubernetesObject>()
  const saved: { at: number; change: Change }[] = []
  const errors: unknown[] = []
  const controller = new AbortController()
  const startedAt = clock.now()
  let version = 0
  const writer = new SnapshotWriter<KubernetesObject>({
    store: {
      load: async () => undefined,
      save: change => {
        saved.push({ at: clock.now() - startedAt, change })
        return save(change, clock)
      },
    },
    ...{ indexer, clock, throttleMs, signal: controller.signal },
    onDue: () => writer.covered(String(version)),
    onError: error => errors.push(error),
  })
  const change = (name = 'a') => {
    const target = { indexer, access: objectAccess, isInInitialList: false }
    writer.applied(applyDelta({ type: 'Updated', object: pod(name, ++version) }, target))
    writer.covered(String(version))
  }
  const times = () => saved.map(({ at }) => at)
  return { clock, saved, errors, controller, change, times }
}

const taking =
  (ms: number): Save =>
  (_, clock) =>
    new Promise(resolve => clock.setTimeout(() => resolve(undefined), ms))

describe('SnapshotWriter', () => {
  test('of many versions of an object the latest is written, once a flush', async () => {
    const { clock, saved, change } = rig(async () => undefined)
    change()
    await clock.advance(500)
    for (let i = 0; i < 100; i++) change(i % 2 ? 'a' : 'b')
    await clock.advance(500)
    const upserts = new Map([
      ['default/b', pod('b', 100)],
      ['default/a', pod('a', 101)],
    ])
    expect(saved.map(({ change }) => change)).toEqual([
      { type: 'replace', resourceVersion: '1', objects: [pod('a', 1)] },
      { type: 'delta', resourceVersion: '101', upserts, deletions: [] },
    ])
  })

  test('a write that takes long is followed by a pause twenty times as long', async () => {
    const { clock, change, times } = rig(taking(200))
    change()
    await clock.advance(600)
    change()
    await clock.advance(60_000)
    expect(times()).toEqual([500, 500 + 200 + 4_000])
  })

  test('under changes without end, writing takes a twentieth of the time at most', async () => {
    const { clock, change, times } = rig(taking(100))
    for (let second = 0; second < 60; second++) {
      change()
      await clock.advance(1_000)
    }
    expect(times().length * 100).toBeLessThanOrEqual(3_000)
    expect(times().length).toBeGreaterThan(20)
  })

  test('a write that the machine slept through does not end all writing', async () => {
    const { clock, change, times } = rig(taking(8 * 3_600_000))
    change()
    await clock.advance(500 + 8 * 3_600_000)
    change()
    await clock.advance(120_000)
    expect(times()).toHaveLength(2)
  })

  test('a store that another writer owns is no error; full writes are retried with backoff, up to once a minute', async () => {
    const { clock, saved, errors, change, times } = rig(async () => 'not-owner')
    for (let minute = 0; minute < 10; minute++) {
      change(`pod-${minute}`)
      await clock.advance(60_000)
    }
    const pauses = times().map((at, i) => at - (times()[i - 1] ?? 0))
    expect(pauses.slice(0, 8)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000])
    expect(new Set(saved.map(({ change }) => change.type))).toEqual(new Set(['replace']))
    expect(errors).toEqual([])
  })

  test('once no other writer owns it, one full write is followed by changes again, as often as before', async () => {
    let isElsewhere = true
    const { clock, saved, change } = rig(async () => (isElsewhere ? 'not-owner' : undefined))
    change()
    await clock.advance(500)
    isElsewhere = false
    change('b')
    await clock.advance(1_000)
    change('b')
    await clock.advance(500)
    expect(saved.map(({ change }) => [change.type, change.resourceVersion])).toEqual([
      ['replace', '1'],
      ['replace', '2'],
      ['delta', '3'],
    ])
  })

  test('a stop leaves no timer', async () => {
    const { clock, controller, change } = rig(async () => 'not-owner')
    change()
    await clock.advance(500)
    controller.abort()
    await clock.settle()
    expect(clock.pendingTimers).toBe(0)
  })
})
