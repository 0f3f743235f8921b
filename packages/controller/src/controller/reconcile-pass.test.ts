import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { RequestQueue } from '../api/request-queue.ts'
import { controllerRig, request } from '../test/controller-rig.ts'
import type { ControllerOptions } from './controller-options.ts'
import { ReconcilePass, type ReconcilePassOptions } from './reconcile-pass.ts'

/** A pass of a controller whose source adds these requests when it starts. */
async function createRig(
  keys: readonly string[],
  options: ReconcilePassOptions & { workers?: number } = {},
  controllerOptions: Partial<ControllerOptions> = {},
) {
  const clock = new FakeClock({ now: 0 })
  const pass = new ReconcilePass({ clock, ...options })
  const { controller, script, stop } = controllerRig({
    clock,
    newQueue: pass.newQueue,
    maxConcurrentReconciles: options.workers ?? 1,
    ...controllerOptions,
  })
  const source: { queue?: RequestQueue } = {}
  controller.watch({
    description: 'test source',
    start: queue => {
      source.queue = queue
      for (const key of keys) queue.add(request(key))
    },
  })
  const end: { result?: unknown; error?: unknown; at?: number } = {}
  const start = () => {
    const running = pass.run(controller, stop.signal)
    void running
      .then(
        result => Object.assign(end, { result }),
        (error: unknown) => Object.assign(end, { error }),
      )
      .finally(() => Object.assign(end, { at: clock.now() }))
    return clock.settle()
  }
  return { script, stop, clock, end, start, add: (key: string) => source.queue?.add(request(key)) }
}

describe('a pass', () => {
  test('ends when all is reconciled and the queue was quiet', async () => {
    const { start, clock, script, end } = await createRig(['ns/a', 'ns/b'])
    await start()
    expect([script.calls, end]).toEqual([['ns/a', 'ns/b'], {}])
    await clock.advance(100)
    expect(end).toEqual({ result: { isIdle: true, nextDueAt: undefined }, at: 100 })
    expect(clock.pendingTimers).toBe(0)
  })

  test('ends without work', async () => {
    const { start, clock, end } = await createRig([])
    await start()
    await clock.advance(100)
    expect(end.result).toEqual({ isIdle: true, nextDueAt: undefined })
  })

  test('waits for events that arrive in the quiet time', async () => {
    const { start, clock, script, end, add } = await createRig(['ns/a'])
    await start()
    await clock.advance(90)
    add('ns/b')
    await clock.advance(90)
    expect([script.calls, end]).toEqual([['ns/a', 'ns/b'], {}])
    await clock.advance(10)
    expect(end.at).toBe(190)
  })

  test.each([1, 3])('with %i workers, waits for a reconcile that takes long', async workers => {
    const { start, clock, script, end } = await createRig(['ns/a', 'ns/b'], { workers })
    script.answers.push(
      new Promise(resolve => void clock.setTimeout(() => resolve({ requeueAfterMs: 50_000 }), 5000)),
    )
    await start()
    await clock.advance(5099)
    expect(end).toEqual({})
    await clock.advance(1)
    expect(end).toEqual({ result: { isIdle: true, nextDueAt: 55_000 }, at: 5100 })
  })

  test('says when the next request is due', async () => {
    const { start, clock, script, end } = await createRig(['ns/a', 'ns/b', 'ns/c'])
    script.answers.push({ requeueAfterMs: 60_000 }, { requeueAfterMs: 30_000 }, undefined)
    await start()
    await clock.advance(100)
    expect(end.result).toEqual({ isIdle: true, nextDueAt: 30_000 })
  })

  test('waits for retries and requests that are due soon, and then gives up for this time', async () => {
    const { start, clock, script, end } = await createRig(['ns/a', 'ns/b'], { lingerMs: 100 })
    script.answers.push({ requeueAfterMs: 80 }, ...Array.from({ length: 10 }, () => new Error('fails')))
    await start()
    await clock.advance(1000)
    // Retries of b follow 5, 10, 20, 40 and 80 ms after the failure before. The next one would take 160 ms.
    const { result } = end as { result: { isIdle: boolean; nextDueAt: number } }
    expect(result.isIdle).toBe(true)
    expect(script.calls.filter(key => key === 'ns/b')).toHaveLength(6)
    expect(result.nextDueAt).toBeGreaterThan(150)
  })

  test('waits for requests that the debounce holds back', async () => {
    const debounce = { waitMs: 500, maxWaitMs: 2000 }
    const { start, clock, script, end, add } = await createRig(['ns/a'], {}, { debounce })
    await start()
    await clock.advance(500)
    expect([script.calls, end]).toEqual([['ns/a'], {}])
    await clock.advance(90)
    add('ns/b')
    await clock.advance(500)
    expect([script.calls, end]).toEqual([['ns/a', 'ns/b'], {}])
    await clock.advance(100)
    expect(end).toEqual({ result: { isIdle: true, nextDueAt: undefined }, at: 1190 })
    expect(clock.pendingTimers).toBe(0)
  })

  test.each([
    { usePriorityQueue: true, nextDueAt: undefined, why: 'an earlier reconcile replaces the delay' },
    { usePriorityQueue: false, nextDueAt: 60_000, why: 'the delayed entry stays in a classic queue' },
  ])('with usePriorityQueue $usePriorityQueue, $why', async ({ usePriorityQueue, nextDueAt }) => {
    const { start, clock, script, end, add } = await createRig(['ns/a'], {}, { usePriorityQueue })
    script.answers.push({ requeueAfterMs: 60_000 })
    await start()
    add('ns/a')
    await clock.advance(100)
    expect(script.calls).toEqual(['ns/a', 'ns/a'])
    expect(end.result).toEqual({ isIdle: true, nextDueAt })
  })

  test('a delayed entry of a classic queue that was reconciled is due no more', async () => {
    const { start, clock, script, end } = await createRig(['ns/a'], {}, { usePriorityQueue: false })
    script.answers.push({ requeueAfterMs: 500 })
    await start()
    await clock.advance(600)
    expect(script.calls).toEqual(['ns/a', 'ns/a'])
    expect(end.result).toEqual({ isIdle: true, nextDueAt: undefined })
  })

  test('ends with its signal', async () => {
    const { start, clock, script, end, stop } = await createRig(['ns/a', 'ns/b'])
    script.answers.push(new Promise(resolve => void clock.setTimeout(() => resolve(undefined), 5000)))
    await start()
    stop.abort()
    await clock.advance(5000)
    expect(end).toEqual({ result: { isIdle: false, nextDueAt: undefined }, at: 5000 })
    expect(script.calls).toEqual(['ns/a'])
  })

  test('ends at its time limit, and clears that timer otherwise', async () => {
    const late = await createRig(['ns/a'], { timeoutMs: 1000 })
    late.script.answers.push(
      new Promise(resolve => void late.clock.setTimeout(() => resolve(undefined), 5000)),
    )
    await late.start()
    await late.clock.advance(5000)
    expect(late.end.result).toEqual({ isIdle: false, nextDueAt: undefined })
    const early = await createRig(['ns/a'], { timeoutMs: 1000 })
    await early.start()
    await early.clock.advance(100)
    expect([early.end.at, early.clock.pendingTimers]).toEqual([100, 0])
  })

  test('rejects with the error of what it runs, and leaves no timer', async () => {
    const clock = new FakeClock()
    const pass = new ReconcilePass({ clock })
    const failing = { run: () => Promise.reject(new Error('no server')) }
    await expect(pass.run(failing, new AbortController().signal)).rejects.toThrow('no server')
    expect(clock.pendingTimers).toBe(0)
  })
})
