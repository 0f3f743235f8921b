import { UsageError } from '@kube-informer/core'
import { withResolvers } from '@kube-informer/core/internal'
import { RateLimitingQueue } from '@kube-informer/core/workqueue'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { Client } from '../api/client.ts'
import { type Request, requestKey } from '../api/request.ts'
import { functionSource } from '../sources/function-source.ts'
import { controllerRig, request } from '../test/controller-rig.ts'
import { ScriptedSource } from '../test/scripted-source.ts'
import { Controller } from './controller.ts'
import type { ControllerDefaults, ControllerOptions } from './controller-options.ts'

const REQUIRED = { reconciler: () => {}, client: {} as Client, events: { event: () => {} } }
const create = (options: Partial<ControllerOptions> & { name: string }) =>
  new Controller({ ...REQUIRED, ...options })

describe('options', () => {
  test('C-CTL-1: a controller needs a name and a reconciler', () => {
    expect(() => create({ name: '' })).toThrow('must specify Name for Controller')
    const reconciler = undefined as unknown as ControllerOptions['reconciler']
    expect(() => create({ name: 'no-reconciler', reconciler })).toThrow('must specify Reconciler')
  })

  test('C-CTL-1: names are unique, unless the controller or the manager skips the validation', async () => {
    const first = create({ name: 'unique' })
    expect(() => create({ name: 'unique' })).toThrow('controller with name unique already exists. ')
    expect(() => create({ name: 'unique', skipNameValidation: true })).not.toThrow()
    expect(() => create({ name: 'unique', defaults: { skipNameValidation: true } })).not.toThrow()
    expect(() =>
      create({ name: 'unique', skipNameValidation: false, defaults: { skipNameValidation: true } }),
    ).toThrow(UsageError)
    await first.run(AbortSignal.abort())
    expect(() => create({ name: 'unique' }), 'the name of a controller that has ended is free').not.toThrow()
  })

  test('C-CTL-2: nothing configured', () => {
    const { settings } = create({ name: 'all-defaults' })
    expect(settings).toMatchObject({
      maxConcurrentReconciles: 1,
      cacheSyncTimeoutMs: 120_000,
      needsLeaderElection: true,
      usePriorityQueue: true,
      reconciliationTimeoutMs: undefined,
      enableWarmup: false,
      skipNameValidation: false,
    })
    const { rateLimiter } = settings
    expect(Array.from({ length: 19 }, () => rateLimiter.when(request('foo'))).at(0)).toBe(5)
    // All requests of one object, which is how the queue asks.
    const foo = request('foo')
    const delays = Array.from({ length: 19 }, () => rateLimiter.when(foo))
    expect([delays[0], delays[1], delays[17], delays[18]]).toEqual([5, 10, 655_360, 1_000_000])
  })

  const OTHERS: Required<ControllerDefaults> = {
    maxConcurrentReconciles: 5,
    cacheSyncTimeoutMs: 7,
    reconciliationTimeoutMs: 9,
    needsLeaderElection: false,
    enableWarmup: true,
    usePriorityQueue: false,
    agingMs: 5,
    skipNameValidation: true,
  }
  const OWN: Required<ControllerDefaults> = {
    maxConcurrentReconciles: 6,
    cacheSyncTimeoutMs: 8,
    reconciliationTimeoutMs: 10,
    needsLeaderElection: true,
    enableWarmup: false,
    usePriorityQueue: true,
    agingMs: 10,
    skipNameValidation: false,
  }

  test.each(Object.entries(OTHERS))(
    "C-CTL-2: %s is the manager's value, unless the controller has one",
    (key, value) => {
      const own = OWN[key as keyof ControllerDefaults]
      const [inherited, overridden] = [
        create({ name: `i-${key}`, defaults: OTHERS }),
        create({ name: `o-${key}`, defaults: OTHERS, [key]: own }),
      ]
      expect([inherited.settings[key as never], overridden.settings[key as never]]).toEqual([value, own])
    },
  )

  test('C-CTL-2: the classic queue has the default limiter with the bucket', () => {
    const { rateLimiter } = create({ name: 'bucket', usePriorityQueue: false }).settings
    const delays = Array.from({ length: 101 }, (_, i) => rateLimiter.when(request(`${i}`)))
    expect([delays[0], delays[99]]).toEqual([5, 5])
    expect(delays[100]).toBeGreaterThan(50)
  })

  test.each([
    { maxConcurrentReconciles: 0 },
    { maxConcurrentReconciles: 1.5 },
    { cacheSyncTimeoutMs: Number.NaN },
    { cacheSyncTimeoutMs: 2 ** 31 },
    { reconciliationTimeoutMs: -1 },
    { debounce: { waitMs: 0, maxWaitMs: 10 } },
    { debounce: { waitMs: 10, maxWaitMs: 5 } },
    { debounce: { waitMs: 10, maxWaitMs: Number.NaN } },
  ])('%j is rejected', options => {
    expect(() => create({ name: 'invalid', ...options })).toThrow(UsageError)
    expect(() => create({ name: 'invalid' }).run(AbortSignal.abort()), 'the name is not taken').not.toThrow()
  })
})

describe('the start', () => {
  test('C-CTL-4: nothing is reconciled before every source has handled its first list', async () => {
    const rig = controllerRig()
    const [first, second] = [new ScriptedSource('first'), new ScriptedSource('second', { holdSync: true })]
    rig.controller.watch(first)
    rig.controller.watch(second)
    await rig.start()
    for (let i = 0; i < 20; i++) first.queue?.add(request(`ns/${i}`))
    await rig.clock.advance(60_000)
    expect([rig.script.calls.length, rig.queue.length]).toEqual([0, 20])
    second.synced.resolve()
    await rig.clock.settle()
    expect(rig.script.calls).toHaveLength(20)
  })

  test('C-CTL-5: all sources start at once', async () => {
    const rig = controllerRig()
    const [first, second] = [new ScriptedSource('first', { holdSync: true }), new ScriptedSource('second')]
    void second.started.promise.then(() => first.synced.resolve())
    rig.controller.watch(first)
    rig.controller.watch(second)
    await rig.start()
    rig.queue.add(request('ns/foo'))
    await rig.clock.settle()
    expect(rig.script.calls).toEqual(['ns/foo'])
  })

  test.each([
    ['rejects', async () => Promise.reject(new Error('no start'))],
    [
      'throws',
      () => {
        throw new Error('no start')
      },
    ],
  ] as const)('C-CTL-6: a source whose start %s is the error of the controller', async (_, start) => {
    const rig = controllerRig()
    const other = new ScriptedSource('other', { holdSync: true })
    rig.controller.watch(other)
    rig.controller.watch(functionSource(start))
    const end = await rig.start()
    expect(end).toMatchObject({ isSettled: true, error: new Error('no start') })
    expect([other.signal?.aborted, rig.queue.isShuttingDown, rig.clock.pendingTimers]).toEqual([
      true,
      true,
      0,
    ])
  })

  test('C-CTL-7: a source that does not sync in time', async () => {
    const rig = controllerRig({ name: 'slow', cacheSyncTimeoutMs: 10 })
    rig.controller.watch(new ScriptedSource('kind source: apps/v1/deployments', { holdSync: true }))
    const end = await rig.start()
    await rig.clock.advance(9)
    expect(end.isSettled).toBe(false)
    await rig.clock.advance(1)
    expect((end.error as Error).message).toBe(
      'failed to wait for slow caches to sync kind source: apps/v1/deployments: timed out waiting for cache to be synced for kind source: apps/v1/deployments',
    )
    expect(rig.script.calls).toEqual([])
  })

  test('C-CTL-7: the error of a sync is the cause', async () => {
    const rig = controllerRig({ name: 'failing' })
    const source = new ScriptedSource('source', { holdSync: true })
    rig.controller.watch(source)
    const end = await rig.start()
    source.synced.reject(new Error('cache did not sync'))
    await rig.clock.settle()
    expect((end.error as Error).message).toBe(
      'failed to wait for failing caches to sync source: cache did not sync',
    )
    expect((end.error as Error).cause).toEqual(new Error('cache did not sync'))
  })

  test('C-CTL-8: a source whose start never settles', async () => {
    const rig = controllerRig({ cacheSyncTimeoutMs: 10 })
    rig.controller.watch(new ScriptedSource('SOURCE', { holdStart: true }))
    const end = await rig.start()
    await rig.clock.advance(10)
    expect((end.error as Error).message).toBe(
      'timed out waiting for source SOURCE to Start. Please ensure that its Start() method is non-blocking',
    )
  })

  test('one timeout covers the start and the first list', async () => {
    const rig = controllerRig({ cacheSyncTimeoutMs: 10 })
    const source = new ScriptedSource('SOURCE', { holdStart: true, holdSync: true })
    rig.controller.watch(source)
    const end = await rig.start()
    await rig.clock.advance(8)
    source.started.resolve()
    await rig.clock.advance(2)
    expect((end.error as Error).message).toMatch('timed out waiting for cache to be synced')
  })

  test.each([{ holdSync: true }, { holdStart: true }])(
    'C-CTL-9: an abort with %j is no error',
    async held => {
      const rig = controllerRig()
      rig.controller.watch(new ScriptedSource('SOURCE', held))
      const end = await rig.start()
      rig.stop.abort(new Error('stop'))
      await rig.clock.settle()
      expect(end).toEqual({ isSettled: true })
      expect([rig.clock.pendingTimers, rig.script.calls.length]).toEqual([0, 0])
    },
  )

  test('C-CTL-10: a controller starts once', async () => {
    const rig = controllerRig()
    await rig.start()
    for (let i = 0; i < 2; i++) {
      await expect(rig.controller.run(rig.stop.signal)).rejects.toThrow(
        'controller was started more than once. This is likely to be caused by being added to a manager multiple times',
      )
    }
    rig.queue.add(request('ns/foo'))
    await rig.clock.settle()
    expect(rig.script.calls).toEqual(['ns/foo'])
  })

  test('C-CTL-10: a watch starts with the controller, or at once if that was started', async () => {
    const rig = controllerRig()
    const [early, late] = [new ScriptedSource('early'), new ScriptedSource('late', { holdSync: true })]
    rig.controller.watch(early)
    expect(early.starts).toBe(0)
    await rig.start()
    rig.controller.watch(late)
    expect([early.starts, late.starts]).toEqual([1, 1])
    late.queue?.add({ name: 'foo' })
    await rig.clock.settle()
    expect(rig.script.calls).toEqual(['foo'])
  })

  test('a late watch that fails is reported, and the controller goes on', async () => {
    const rig = controllerRig()
    const end = await rig.start()
    rig.controller.watch(functionSource(async () => Promise.reject(new Error('late'))))
    await rig.clock.settle()
    expect([rig.log.errors, end.isSettled]).toEqual([['late'], false])
  })

  test('C-CTL-23: the metrics start with the controller, and each reconcile has its own id', async () => {
    const rig = controllerRig({ name: 'measured', maxConcurrentReconciles: 2 })
    await rig.start()
    expect(rig.metrics.started).toEqual([['measured', 2]])
    for (const name of ['a', 'b', 'a']) {
      rig.queue.add(request(`ns/${name}`))
      await rig.clock.settle()
    }
    const ids = rig.script.contexts.map(({ reconcileId }) => reconcileId)
    expect(new Set(ids).size).toBe(3)
    rig.script.contexts[0]?.log.info('hello')
    expect(rig.log.messages.at(-1)?.fields).toEqual({
      ...{ controller: 'measured', namespace: 'ns', name: 'a', reconcileId: ids[0] },
    })
    const other = controllerRig()
    await other.start()
    other.queue.add(request('ns/a'))
    await other.clock.settle()
    expect(ids).not.toContain(other.script.contexts[0]?.reconcileId)
  })
})

describe('warmup', () => {
  test('C-CTL-24: sources run and the queue fills before the start; nothing is reconciled until it', async () => {
    const rig = controllerRig({ enableWarmup: true })
    const source = new ScriptedSource()
    rig.controller.watch(source)
    await rig.controller.warmup(rig.stop.signal)
    source.queue?.add(request('ns/foo'))
    const late = new ScriptedSource('late')
    rig.controller.watch(late)
    await rig.clock.advance(60_000)
    expect([source.starts, late.starts, rig.queue.length, rig.script.calls.length]).toEqual([1, 1, 1, 0])
    await rig.start()
    expect([source.starts, late.starts, rig.script.calls]).toEqual([1, 1, ['ns/foo']])
  })

  test('without enableWarmup, it does nothing', async () => {
    const rig = controllerRig()
    const source = new ScriptedSource()
    rig.controller.watch(source)
    await rig.controller.warmup(rig.stop.signal)
    expect(source.starts).toBe(0)
  })

  test('a stop before the start ends the sources and frees the name', async () => {
    const rig = controllerRig({ name: 'warm', enableWarmup: true })
    const source = new ScriptedSource()
    rig.controller.watch(source)
    await rig.controller.warmup(rig.stop.signal)
    rig.stop.abort()
    expect([source.signal?.aborted, rig.queue.isShuttingDown]).toEqual([true, true])
    await create({ name: 'warm' }).run(AbortSignal.abort())
    const end = await rig.start()
    expect(end).toEqual({ isSettled: true })
  })

  test('an error of a source is that of the warmup, and of a later start', async () => {
    const rig = controllerRig({ enableWarmup: true })
    rig.controller.watch(functionSource(async () => Promise.reject(new Error('no start'))))
    await expect(rig.controller.warmup(rig.stop.signal)).rejects.toThrow('no start')
    expect(await rig.start()).toMatchObject({ error: new Error('no start') })
  })
})

describe('the stop', () => {
  test('C-CTL-21: it aborts the running reconciles and waits for them', async () => {
    const rig = controllerRig({ maxConcurrentReconciles: 2 })
    const [first, second] = [withResolvers<undefined>(), withResolvers<undefined>()]
    rig.script.answers.push(first.promise, second.promise)
    const end = await rig.start()
    for (const name of ['a', 'b', 'c']) rig.queue.add(request(`ns/${name}`))
    await rig.clock.settle()
    const reason = new Error('stop')
    rig.stop.abort(reason)
    await rig.clock.advance(60_000)
    expect(rig.script.contexts.map(({ signal }) => signal.reason)).toEqual([reason, reason])
    expect(end.isSettled).toBe(false)
    first.resolve(undefined)
    await rig.clock.settle()
    expect(end.isSettled).toBe(false)
    second.reject(reason)
    await rig.clock.settle()
    expect(end).toEqual({ isSettled: true })
    expect(rig.script.calls, 'no other reconcile starts').toEqual(['ns/a', 'ns/b'])
    expect(rig.log.errors, 'the abort is no error').toEqual([])
  })

  test('a classic queue hands out what it has: it is not reconciled after the stop', async () => {
    const queue = new RateLimitingQueue<Request>({ key: requestKey })
    const rig = controllerRig({ newQueue: () => queue })
    const open = withResolvers<undefined>()
    rig.script.answers.push(open.promise)
    const end = await rig.start()
    for (const name of ['a', 'b', 'c']) queue.add(request(`ns/${name}`))
    await rig.clock.settle()
    rig.stop.abort()
    open.resolve(undefined)
    await rig.clock.settle()
    expect([rig.script.calls, end.isSettled]).toEqual([['ns/a'], true])
  })

  test('no timer remains, and no listener on the signal', async () => {
    const rig = controllerRig({ reconciliationTimeoutMs: 60_000, debounce: { waitMs: 10, maxWaitMs: 20 } })
    const listeners = countListeners(rig.stop.signal)
    const source = new ScriptedSource()
    rig.controller.watch(source)
    rig.script.answers.push({ requeueAfterMs: 60_000 }, new Error('retry'), new Promise(() => {}))
    const end = await rig.start()
    for (const name of ['a', 'b']) source.queue?.add(request(`ns/${name}`))
    await rig.clock.advance(10)
    source.queue?.add(request('ns/c'))
    rig.stop.abort()
    await rig.clock.settle()
    expect(end.isSettled).toBe(true)
    expect([rig.clock.pendingTimers, listeners()]).toEqual([0, 0])
  })

  test('a reconcile adds no listener to the signal of the controller', async () => {
    const rig = controllerRig()
    const listeners = countListeners(rig.stop.signal)
    await rig.start()
    const before = listeners()
    for (let i = 0; i < 100; i++) rig.queue.add(request(`ns/${i}`))
    await rig.clock.settle()
    expect(listeners()).toBe(before)
  })

  test('the signal of a reconcile aborts when it has ended, so that its client sends nothing more', async () => {
    const rig = controllerRig()
    await rig.start()
    rig.queue.add(request('ns/a'))
    await rig.clock.settle()
    expect(rig.script.contexts[0]?.signal.reason).toMatchObject({
      ...{ name: 'AbortError', message: 'the reconcile has ended' },
    })
  })

  test('a logger that throws ends the controller with its error, after the other reconciles', async () => {
    const rig = controllerRig({ maxConcurrentReconciles: 2 })
    const open = withResolvers<undefined>()
    rig.script.answers.push(open.promise)
    const end = await rig.start()
    rig.queue.add(request('ns/a'))
    await rig.clock.settle()
    rig.metrics.reconcileStarted = () => {
      throw new Error('metrics')
    }
    rig.queue.add(request('ns/b'))
    await rig.clock.settle()
    expect([end.isSettled, rig.script.contexts[0]?.signal.aborted]).toEqual([false, true])
    open.resolve(undefined)
    await rig.clock.settle()
    expect(end).toEqual({ isSettled: true, error: new Error('metrics') })
  })
})

describe('watches at run time', () => {
  test('the stop function ends its source only, before, during and after the start', async () => {
    const rig = controllerRig()
    const sources = ['before', 'during', 'after', 'stays'].map(
      name => new ScriptedSource(name, { holdSync: name === 'during' }),
    )
    const [before, during, after, stays] = sources.map(
      source => [source, rig.controller.watch(source)] as const,
    )
    before?.[1]()
    await rig.start()
    rig.queue.add(request('ns/a'))
    await rig.clock.settle()
    expect([before?.[0].starts, rig.script.calls.length]).toEqual([0, 0])
    during?.[1]()
    await rig.clock.settle()
    expect(rig.script.calls, 'a removed source holds up nothing').toEqual(['ns/a'])
    after?.[1]()
    after?.[1]()
    expect([during, after, stays].map(watch => watch?.[0].signal?.aborted)).toEqual([true, true, false])
  })

  test('watches can come and go', async () => {
    const rig = controllerRig({ clock: new FakeClock({ now: 0, quietTicks: 1 }) })
    const end = await rig.start()
    const signals: (AbortSignal | undefined)[] = []
    for (let i = 0; i < 1000; i++) {
      const source = new ScriptedSource()
      const stop = rig.controller.watch(source)
      signals.push(source.signal)
      stop()
    }
    expect(signals.every(signal => signal?.aborted)).toBe(true)
    rig.stop.abort()
    await rig.clock.settle()
    expect(end).toEqual({ isSettled: true })
  })

  test('a watch that is added after the stop does not start', async () => {
    const rig = controllerRig()
    await rig.start()
    rig.stop.abort()
    const source = new ScriptedSource()
    rig.controller.watch(source)()
    await rig.clock.settle()
    expect(source.starts).toBe(0)
  })
})

/** Counts the listeners that are added from now on and not removed. */
function countListeners(signal: AbortSignal): () => number {
  const listeners = new Set<unknown>()
  const { addEventListener: add, removeEventListener: remove } = signal
  signal.addEventListener = (type: string, listener: never, options?: never) => {
    const once = () => {
      listeners.delete(listener)
      ;(listener as () => void)()
    }
    wrapped.set(listener, once)
    listeners.add(listener)
    add.call(signal, type, once, options)
  }
  signal.removeEventListener = (type: string, listener: never) => {
    listeners.delete(listener)
    remove.call(signal, type, wrapped.get(listener) ?? listener)
  }
  const wrapped = new Map<unknown, () => void>()
  return () => listeners.size
}
