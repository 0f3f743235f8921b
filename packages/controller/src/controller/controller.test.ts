import { withResolvers } from '@kube-informer/core/internal'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { ReconcileResult } from '../api/reconciler.ts'
import { controllerRig, request } from '../test/controller-rig.ts'
import { TerminalError } from './terminal-error.ts'

/** A reconcile that the test ends. */
const gate = () => withResolvers<ReconcileResult | undefined>()

describe('outcomes', () => {
  test('C-CTL-11: a request is reconciled once and forgotten', async () => {
    const rig = controllerRig()
    await rig.start()
    rig.queue.add(request('ns/foo'))
    await rig.clock.settle()
    expect(rig.script.calls).toEqual(['ns/foo'])
    expect(rig.queue.calls).toEqual(['add ns/foo', 'forget ns/foo'])
    expect(rig.queue.numRequeues(request('ns/foo'))).toBe(0)
    expect(rig.metrics.outcomes).toEqual(['success'])
  })

  test('C-CTL-12: errors are retried with backoff, which a success resets; others go on meanwhile', async () => {
    const rig = controllerRig()
    await rig.start()
    rig.script.answers.push(new Error('one'), new Error('two'))
    rig.queue.add(request('ns/foo'))
    await rig.clock.settle()
    expect(rig.queue.numRequeues(request('ns/foo'))).toBe(1)
    await rig.clock.advance(5)
    expect(rig.queue.numRequeues(request('ns/foo'))).toBe(2)
    rig.queue.add(request('ns/bar'))
    await rig.clock.advance(9)
    expect(rig.script.calls).toEqual(['ns/foo', 'ns/foo', 'ns/bar'])
    await rig.clock.advance(1)
    expect(rig.script.calls).toEqual(['ns/foo', 'ns/foo', 'ns/bar', 'ns/foo'])
    expect(rig.queue.numRequeues(request('ns/foo'))).toBe(0)
    expect(rig.queue.calls.filter(call => call.includes('foo'))).toEqual([
      'add ns/foo',
      'add ns/foo rate limited',
      'add ns/foo rate limited',
      'forget ns/foo',
    ])
    expect(rig.metrics.outcomes).toEqual(['error', 'error', 'success', 'success'])
    expect(rig.log.errors).toEqual(['one', 'two'])
  })

  test('C-CTL-14: after a terminal error, also inside another error, the request is neither added nor forgotten', async () => {
    const rig = controllerRig()
    await rig.start()
    const cause = new TerminalError(new Error('bad spec'))
    rig.script.answers.push(cause, new Error('outer', { cause }))
    for (let i = 0; i < 2; i++) {
      rig.queue.add(request('ns/foo'))
      await rig.clock.advance(10_000)
    }
    expect(rig.script.calls).toHaveLength(2)
    expect(rig.queue.calls).toEqual(['add ns/foo', 'add ns/foo'])
    expect(rig.metrics.outcomes).toEqual(['terminal_error', 'terminal_error'])
  })

  test.each([{ requeueAfterMs: 100 }, { requeueAfterMs: 100, requeue: true }])(
    'C-CTL-15: %j forgets the request and adds it after that time',
    async result => {
      const rig = controllerRig()
      await rig.start()
      rig.script.answers.push(result)
      rig.queue.add(request('ns/foo'))
      await rig.clock.advance(99)
      expect(rig.script.calls).toHaveLength(1)
      await rig.clock.advance(1)
      expect(rig.script.calls).toHaveLength(2)
      expect(rig.queue.calls).toEqual([
        'add ns/foo',
        'forget ns/foo',
        'add ns/foo after 100',
        'forget ns/foo',
      ])
      expect(rig.metrics.outcomes).toEqual(['requeue_after', 'success'])
    },
  )

  test.each([
    { requeueAfterMs: 0 },
    { requeueAfterMs: -5 },
    { requeueAfterMs: undefined },
    {},
    null,
    undefined,
  ])('C-CTL-15: %j is a success', async result => {
    const rig = controllerRig()
    await rig.start()
    rig.script.answers.push(result as ReconcileResult)
    rig.queue.add(request('ns/foo'))
    await rig.clock.advance(10_000)
    expect(rig.queue.calls).toEqual(['add ns/foo', 'forget ns/foo'])
    expect(rig.metrics.outcomes).toEqual(['success'])
  })

  test('C-CTL-15: requeue alone is rate-limited and does not reset the count', async () => {
    const rig = controllerRig()
    await rig.start()
    rig.script.answers.push(new Error('one'), { requeue: true })
    rig.queue.add(request('ns/foo'))
    await rig.clock.advance(5)
    expect(rig.queue.numRequeues(request('ns/foo'))).toBe(2)
    await rig.clock.advance(10)
    expect(rig.metrics.outcomes).toEqual(['error', 'requeue', 'success'])
  })

  const PATHS = [
    ['requeue', { requeue: true }, 'rate limited'],
    ['requeueAfterMs', { requeueAfterMs: 7 }, 'after 7'],
  ] as const

  test.each(PATHS)('C-CTL-16: %s keeps the priority, unless the result has one', async (_, result, note) => {
    const rig = controllerRig()
    await rig.start()
    rig.script.answers.push(result, { ...result, priority: 99 })
    rig.queue.addWithOptions({ priority: 10 }, request('ns/foo'))
    await rig.clock.advance(1_000)
    const adds = rig.queue.calls.filter(call => call.startsWith('add'))
    const added = (priority: number) =>
      note === 'rate limited'
        ? `add ns/foo priority ${priority} ${note}`
        : `add ns/foo ${note} priority ${priority}`
    expect(adds).toEqual(['add ns/foo priority 10', added(10), added(99)])
  })

  test('C-CTL-16: an error keeps the priority', async () => {
    const rig = controllerRig()
    await rig.start()
    rig.script.answers.push(new Error('one'))
    rig.queue.addWithOptions({ priority: 10 }, request('ns/foo'))
    await rig.clock.settle()
    expect(rig.queue.calls.at(-1)).toBe('add ns/foo priority 10 rate limited')
  })

  test('C-CTL-17: a throw is an ordinary error, synchronous or not', async () => {
    let calls = 0
    const rig = controllerRig({
      reconciler: () => {
        if (++calls === 1) throw new Error('thrown')
        return undefined
      },
    })
    const end = await rig.start()
    rig.queue.add(request('ns/foo'))
    await rig.clock.advance(5)
    expect(calls).toBe(2)
    expect(rig.metrics.outcomes).toEqual(['error', 'success'])
    expect(end.isSettled).toBe(false)
  })
})

describe('bad results', () => {
  test('requeueAfterMs of 30 days waits for 30 days', async () => {
    const rig = controllerRig({ clock: new FakeClock({ now: 0, quietTicks: 1 }) })
    await rig.start()
    const days = 86_400_000
    rig.script.answers.push({ requeueAfterMs: 30 * days })
    rig.queue.add(request('ns/foo'))
    await rig.clock.advance(30 * days - 1)
    expect(rig.script.calls).toHaveLength(1)
    await rig.clock.advance(1)
    expect(rig.script.calls).toHaveLength(2)
  })

  test.each([Number.NaN, '60' as unknown as number])(
    'requeueAfterMs of %s is an error, retried',
    async bad => {
      const rig = controllerRig()
      await rig.start()
      rig.script.answers.push({ requeueAfterMs: bad })
      rig.queue.add(request('ns/foo'))
      await rig.clock.advance(5)
      expect(rig.metrics.outcomes).toEqual(['error', 'success'])
      expect(rig.log.errors[0]).toMatch(/requeueAfterMs, which is not a number/)
    },
  )

  test('an infinite requeueAfterMs never ends', async () => {
    const rig = controllerRig()
    await rig.start()
    rig.script.answers.push({ requeueAfterMs: Number.POSITIVE_INFINITY })
    rig.queue.add(request('ns/foo'))
    await rig.clock.advance(60_000)
    expect(rig.queue.calls).toEqual(['add ns/foo', 'forget ns/foo'])
    expect(rig.clock.pendingTimers).toBe(0)
  })
})

describe('concurrency', () => {
  test('C-CTL-19: as many reconciles run at once as configured', async () => {
    const open = gate()
    const rig = controllerRig({ maxConcurrentReconciles: 3 })
    await rig.start()
    rig.script.answers.push(...Array.from({ length: 10 }, () => open.promise))
    for (let i = 0; i < 10; i++) rig.queue.add(request(`ns/${i}`))
    await rig.clock.settle()
    expect([rig.script.calls.length, rig.metrics.active]).toEqual([3, 3])
    open.resolve(undefined)
    await rig.clock.settle()
    expect([rig.script.calls.length, rig.metrics.active]).toEqual([10, 0])
  })

  test('C-CTL-20: a request that is added during its reconcile runs once more after it', async () => {
    const open = gate()
    const rig = controllerRig({ maxConcurrentReconciles: 3 })
    await rig.start()
    rig.script.answers.push(open.promise)
    for (let i = 0; i < 6; i++) {
      rig.queue.add(request('ns/foo'))
      await rig.clock.settle()
    }
    expect(rig.script.calls).toHaveLength(1)
    open.resolve(undefined)
    await rig.clock.settle()
    expect(rig.script.calls).toHaveLength(2)
  })

  test('C-CTL-31: a timeout of 0 is none, whatever the default of the manager', async () => {
    const rig = controllerRig({ reconciliationTimeoutMs: 0, defaults: { reconciliationTimeoutMs: 1_000 } })
    await rig.start()
    rig.script.answers.push(new Promise(() => {}))
    rig.queue.add(request('ns/slow'))
    await rig.clock.advance(3_600_000)
    expect([rig.script.contexts[0]?.signal.aborted, rig.metrics.timeouts]).toEqual([false, 0])
  })

  test('a reconciler that never settles holds its own request only', async () => {
    const rig = controllerRig({ maxConcurrentReconciles: 2, reconciliationTimeoutMs: 1_000 })
    await rig.start()
    rig.script.answers.push(new Promise(() => {}))
    rig.queue.add(request('ns/stuck'))
    await rig.clock.advance(1_000)
    expect(rig.script.contexts[0]?.signal.reason).toMatchObject({ name: 'TimeoutError' })
    expect(rig.metrics.timeouts).toBe(1)
    rig.queue.add(request('ns/stuck'))
    rig.queue.add(request('ns/other'))
    await rig.clock.advance(60_000)
    expect(rig.script.calls).toEqual(['ns/stuck', 'ns/other'])
    expect(rig.metrics.active).toBe(1)
  })
})
