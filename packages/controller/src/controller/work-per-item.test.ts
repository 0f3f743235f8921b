import { FakeClock } from '@kube-informer/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Reconciler } from '../api/reconciler.ts'
import { controllerRig, request } from '../test/controller-rig.ts'
import { ScriptedSource } from '../test/scripted-source.ts'

const ITEMS = 1_000

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Fills the queue of a controller before its workers start. */
async function filledRig(reconciler: Reconciler, clock: FakeClock = new FakeClock({ now: 0 }), workers = 1) {
  const rig = controllerRig({ reconciler, clock, maxConcurrentReconciles: workers })
  const source = new ScriptedSource('source', { holdSync: true })
  rig.controller.watch(source)
  await rig.start()
  for (let i = 0; i < ITEMS; i++) source.queue?.add(request(`ns/${i}`))
  return { ...rig, open: () => source.synced.resolve() }
}

/** The rounds of the microtask queue from the first reconcile to the last one. */
async function roundsOf(answer: Reconciler): Promise<number> {
  let rounds = 0
  let reconciles = 0
  const count = () => {
    if (reconciles === ITEMS) return
    rounds++
    queueMicrotask(count)
  }
  const rig = await filledRig((...values) => {
    if (++reconciles === 1) queueMicrotask(count)
    return answer(...values)
  })
  rig.open()
  await rig.clock.settle()
  expect(reconciles).toBe(ITEMS)
  return rounds
}

test('a synchronous reconcile takes one round of microtasks, an asynchronous one two', async () => {
  expect(await roundsOf(() => undefined)).toBeLessThanOrEqual(ITEMS)
  expect(await roundsOf(async () => {})).toBeLessThanOrEqual(2 * ITEMS)
})

test('an event of an idle queue is reconciled in the same task', async () => {
  const rig = controllerRig()
  const source = new ScriptedSource()
  rig.controller.watch(source)
  await rig.start()
  source.queue?.add(request('ns/a'))
  await Promise.resolve()
  expect(rig.script.calls).toEqual(['ns/a'])
})

test('a reconcile creates one AbortController, no timer, and reads the clock once', async () => {
  let created = 0
  const Host = AbortController
  const clock = new FakeClock({ now: 0 })
  const rig = await filledRig(async () => {}, clock)
  vi.stubGlobal(
    'AbortController',
    class extends Host {
      constructor() {
        super()
        created++
      }
    },
  )
  const [setTimeout, now] = [vi.spyOn(clock, 'setTimeout'), vi.spyOn(clock, 'now')]
  rig.open()
  await clock.settle()
  expect(rig.metrics.outcomes).toHaveLength(ITEMS)
  expect([created, setTimeout.mock.calls.length]).toEqual([ITEMS, 0])
  expect(now.mock.calls.length).toBeLessThanOrEqual(ITEMS)
})

/** A clock that goes on by a millisecond whenever the test says so, and counts its yields. */
class SteppedClock extends FakeClock {
  stepsMs = 0
  yields = 0
  override readonly now = (): number => this.stepsMs
  override readonly yieldToHost = (): Promise<void> => {
    this.yields++
    return new Promise(resolve => setImmediate(resolve))
  }
}

test.each([1, 3])('%i workers yield to the host every 4 ms of reconciles, not after each', async workers => {
  const clock = new SteppedClock()
  const rig = await filledRig(
    () => {
      clock.stepsMs++
    },
    clock,
    workers,
  )
  clock.yields = 0
  rig.open()
  await vi.waitFor(() => expect(rig.metrics.outcomes).toHaveLength(ITEMS))
  // The other workers end their items while one yields. One yield is before the first reconcile.
  const perSlice = 4 + workers - 1
  expect(clock.yields).toBeGreaterThanOrEqual(Math.floor(ITEMS / perSlice))
  expect(clock.yields).toBeLessThanOrEqual(2 + Math.ceil(ITEMS / 4))
})
