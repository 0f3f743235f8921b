import { getEventListeners } from 'node:events'
import { MetricRegistry } from '@kube-informer/core/metrics'
import { leases, type Pod, pods } from '@kube-informer/core/resources'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReconcileResult } from '../api/reconciler.ts'
import { Controller } from '../controller/controller.ts'
import { enqueueRequestForObject } from '../handlers/enqueue-request-for-object.ts'
import { controllerMetrics } from '../metrics/controller-metrics.ts'
import { kindSource } from '../sources/kind-source.ts'
import { countAbortListeners, countHandlers } from '../test/leftovers.ts'
import { managerRig, widgetOf, widgets } from '../test/manager-rig.ts'
import type { ManagerOptions } from './manager-options.ts'

const leaderElection = { name: 'widgets', namespace: 'ops', releaseOnCancel: true }

const podOf = (widget: string): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'default', name: `${widget}-0` },
  spec: { containers: [{ name: 'main', image: 'main' }] },
})

// Virtual time does not wait for the modules that the fake apiserver loads on demand.
beforeAll(async () => {
  const { client } = managerRig()
  await client.create(leases, { metadata: { namespace: 'ops', name: 'warm-up' }, spec: {} })
})

let handlers: ReturnType<typeof countHandlers>
beforeEach(() => {
  handlers = countHandlers()
})

type Answer = (name: string, signal: AbortSignal) => ReconcileResult | Promise<ReconcileResult>

let count = 0

/** A manager that leads and has worked for a while, with two controllers and three informers. */
async function working(answer: Answer, options: Partial<ManagerOptions> = {}) {
  const rig = managerRig([widgetOf('a', 1), widgetOf('b', 2), widgetOf('c', 3)])
  const { clock, server, create, start } = rig
  const metrics = controllerMetrics(new MetricRegistry(), { clock })
  const manager = create({ leaderElection, metrics, ...options })
  const name = `widgets-${++count}`
  let reconciles = 0
  manager
    .controllerFor(widgets)
    .named(name)
    .owns(pods)
    .withOptions({
      maxConcurrentReconciles: 3,
      enableWarmup: true,
      debounce: { waitMs: 100, maxWaitMs: 1000 },
    })
    .reconcile(async (request, { client, events, signal }) => {
      reconciles++
      const widget = await client.get(widgets, request)
      if (!(await client.find(pods, { namespace: 'default', name: `${request.name}-0` })))
        await client.create(pods, podOf(request.name))
      events.event(widget, 'Normal', 'Seen', 'saw the widget')
      return answer(request.name, signal)
    })
  manager
    .controller(`${name}-pods`)
    .watches(pods, ({ metadata }) => [{ namespace: 'default', name: metadata.name }])
    .withOptions({ needsLeaderElection: false, usePriorityQueue: false })
    .reconcile(() => {
      throw new Error('retry')
    })
  const { stop, outcome } = start(manager)
  await clock.advance(30_000)
  return {
    ...{ ...rig, manager, stop, outcome },
    get reconciles() {
      return reconciles
    },
    /** What is left, and whether anything is requested later. */
    async leftovers() {
      const left = {
        timers: clock.pendingTimers,
        watches: server.openWatches,
        handlers: handlers.open,
        listeners: getEventListeners(stop.signal, 'abort').length,
      }
      const { length } = server.requests
      await clock.advance(3_600_000)
      return { ...left, requests: server.requests.length - length }
    },
  }
}

const NOTHING = { timers: 0, watches: 0, handlers: 0, listeners: 0, requests: 0 }

describe('after run, no timer, watch, handler or listener is left', () => {
  test('of a manager that was aborted while it worked', async () => {
    const rig = await working(name => ({ requeueAfterMs: name === 'a' ? 3_600_000 : 50 }))
    expect(rig.server.openWatches).toBe(2)
    expect([handlers.open > 1, handlers.added >= handlers.open]).toEqual([true, true])
    expect(rig.clock.pendingTimers).toBeGreaterThan(2)
    expect(getEventListeners(rig.stop.signal, 'abort')).not.toEqual([])
    rig.server.create({ ...podOf('z') })
    rig.stop.abort()
    await rig.clock.settle()
    expect(rig.outcome).toEqual({ settled: true })
    expect(rig.holder()).toBe('')
    expect(await rig.leftovers()).toEqual(NOTHING)
  })

  test('of a manager that ended by an error, whose signal goes on', async () => {
    const rig = await working(() => ({}))
    rig.manager.add({ run: () => Promise.reject(new Error('broken')) })
    await rig.clock.settle()
    expect(rig.outcome).toEqual({ settled: true, error: new Error('broken') })
    expect(rig.stop.signal.aborted).toBe(false)
    expect(await rig.leftovers()).toEqual(NOTHING)
  })

  test('of a manager that never led', async () => {
    const rig = managerRig()
    await rig.client.create(leases, {
      metadata: { namespace: 'ops', name: 'widgets' },
      spec: { holderIdentity: 'other', leaseDurationSeconds: 3600, renewTime: '2026-01-01T00:00:00.000000Z' },
    })
    const manager = rig.create({ leaderElection })
    manager
      .controllerFor(pods)
      .withOptions({ enableWarmup: true })
      .reconcile(() => {})
    const { stop, outcome } = rig.start(manager)
    await rig.clock.advance(60_000)
    expect([rig.server.openWatches, handlers.open]).toEqual([1, 1])
    stop.abort()
    await rig.clock.settle()
    expect(outcome).toEqual({ settled: true })
    expect([rig.clock.pendingTimers, rig.server.openWatches, handlers.open]).toEqual([0, 0, 0])
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  })

  test('of a manager that lost its lease', async () => {
    const rig = await working(() => ({ requeueAfterMs: 50 }))
    rig.server.faults.add({ match: { resource: 'leases' }, action: { type: 'drop' } })
    await rig.clock.advance(60_000)
    expect(rig.outcome).toMatchObject({ settled: true, error: { name: 'LeaseLostError' } })
    expect(await rig.leftovers()).toEqual(NOTHING)
  })

  test('of a manager whose server does not answer', async () => {
    const rig = await working(() => ({ requeueAfterMs: 50 }))
    rig.server.faults.add({ action: { type: 'stall' } })
    rig.server.dropWatches()
    await rig.clock.advance(2000)
    rig.stop.abort()
    await rig.clock.advance(31_000)
    expect(rig.outcome).toMatchObject({ settled: true })
    expect(await rig.leftovers()).toEqual(NOTHING)
  })

  test('but a reconcile that ignores its signal', async () => {
    let end: (result: ReconcileResult) => void = () => {}
    const rig = await working(name => (name === 'a' ? new Promise(resolve => (end = resolve)) : {}), {
      gracefulShutdownTimeoutMs: 5000,
    })
    rig.stop.abort()
    await rig.clock.advance(5000)
    expect(rig.outcome).toMatchObject({ settled: true, error: { name: 'GracePeriodError' } })
    // For its renew deadline, the elector waits for the reconcile, to release the lease after it.
    await rig.clock.advance(10_000)
    expect(await rig.leftovers()).toEqual(NOTHING)
    end({ requeueAfterMs: 10 })
    expect(await rig.leftovers()).toEqual(NOTHING)
  })
})

test('a controller that stops leaves no handler behind, although its informers go on', async () => {
  const rig = await working(() => ({}))
  const { open } = handlers
  const stop = new AbortController()
  const controller = new Controller({
    ...{ name: `extra-${++count}`, client: rig.manager.client, events: rig.manager.events },
    ...{ clock: rig.clock, reconciler: () => {} },
  })
  const { cache } = rig.manager
  controller.watch(kindSource({ cache, resource: pods, handler: enqueueRequestForObject }))
  controller.watch(kindSource({ cache, resource: widgets, handler: enqueueRequestForObject }))
  const running = controller.run(stop.signal)
  await rig.clock.advance(1000)
  expect(handlers.open).toBe(open + 2)
  stop.abort()
  await rig.clock.settle()
  await running
  expect([handlers.open, rig.server.openWatches]).toEqual([open, 2])
  rig.stop.abort()
  await rig.clock.settle()
})

test('reconciles leave no listener behind while the manager runs', async () => {
  const listeners = countAbortListeners()
  const rig = await working(() => ({ requeueAfterMs: 1000 }))
  // Between two reconciles.
  await rig.clock.advance(500)
  const [before, reconciles] = [listeners.most, rig.reconciles]
  await rig.clock.advance(600_000)
  expect(rig.reconciles - reconciles).toBeGreaterThan(500)
  expect(listeners.most).toBe(before)
  rig.stop.abort()
  await rig.clock.settle()
})
