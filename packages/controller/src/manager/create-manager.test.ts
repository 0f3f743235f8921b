import { createKubeClient, defineResource, sleep } from '@kube-informer/core'
import { withResolvers } from '@kube-informer/core/internal'
import {
  configMaps,
  type Deployment,
  deployments,
  eventsEventsV1,
  leases,
  pods,
} from '@kube-informer/core/resources'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { requestKey } from '../api/request.ts'
import { ReconcilePass } from '../controller/reconcile-pass.ts'
import { setControllerReference } from '../helpers/owner-references.ts'
import { annotationChanged, generationChanged } from '../predicates/changed.ts'
import { or } from '../predicates/combine.ts'
import { managerRig, type Widget, widgetOf, widgets } from '../test/manager-rig.ts'
import type { ControllerBuilder } from './controller-builder.ts'
import { createManager } from './create-manager.ts'

const election = { name: 'widgets', namespace: 'ops' }

const deploymentOf = (widget: Widget): Deployment => {
  const labels = { app: widget.metadata?.name ?? '' }
  const deployment: Deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { namespace: 'default', name: widget.metadata?.name ?? '' },
    spec: {
      replicas: widget.spec.size,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'main' }] } },
    },
  }
  return setControllerReference(widgets, widget, deployment)
}

const configMap = (widget: string, value: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'default', name: 'settings', labels: { widget } },
  data: { value },
})

const pod = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'default', name },
  spec: { containers: [{ name: 'main', image: 'main' }] },
})

const stops: AbortController[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort()
})

// Virtual time does not wait for the modules that the fake apiserver loads on demand.
beforeAll(async () => {
  const { client } = managerRig()
  await client.create(leases, { metadata: { namespace: 'ops', name: 'warm-up' }, spec: {} })
  await client.apply(
    deployments,
    deploymentOf({ ...widgetOf('w', 1), metadata: { namespace: 'default', name: 'w', uid: 'u' } }),
  )
})

test('the example: a controller of widgets, their deployments and config maps, under leader election', async () => {
  const { clock, server, log, create, start, holder } = managerRig([widgetOf('a', 2)])
  const reconciled: string[] = []
  const replicas: unknown[] = []
  const manager = create({ leaderElection: { ...election, releaseOnCancel: true } })
  manager
    .controllerFor(widgets, { predicates: [or(generationChanged, annotationChanged)] })
    .owns(deployments)
    .watches(configMaps, ({ metadata }) => [
      { namespace: metadata.namespace, name: metadata.labels?.widget ?? '' },
    ])
    .reconcile(async ({ namespace, name }, { client, events }) => {
      reconciled.push(requestKey({ namespace, name }))
      const widget = await client.find(widgets, { namespace, name })
      if (!widget) return
      await client.apply(deployments, deploymentOf(widget))
      // The cached read has the write already.
      const deployment = await client.get(deployments, { namespace, name })
      replicas.push(deployment.spec?.replicas)
      events.event(widget, 'Normal', 'Applied', 'applied the deployment')
      return { requeueAfterMs: 60_000 }
    })
  const { stop, outcome } = start(manager)
  stops.push(stop)
  const take = () => reconciled.splice(0)

  await clock.advance(1000)
  await manager.elected
  expect(holder()).toEqual(expect.any(String))
  expect(take()).toContain('default/a')
  expect(server.get(deployments, 'default/a')?.spec?.replicas).toBe(2)
  expect(server.get(deployments, 'default/a')?.metadata?.ownerReferences).toMatchObject([
    { kind: 'Widget', name: 'a', controller: true },
  ])

  // An owned object that is deleted comes back.
  await clock.advance(1000)
  take()
  server.delete(deploymentOf(server.get(widgets, 'default/a') as Widget))
  await clock.advance(1000)
  expect(take()).not.toEqual([])
  expect(server.get(deployments, 'default/a')).toBeDefined()

  // A new size.
  await clock.advance(1000)
  take()
  const before = server.get(widgets, 'default/a')
  server.update({ ...widgetOf('a', 5), metadata: { ...before?.metadata, generation: 2 } })
  await clock.advance(1000)
  expect(replicas.at(-1)).toBe(5)
  expect(server.get(deployments, 'default/a')?.spec?.replicas).toBe(5)

  // A watched object that concerns the widget, and a label of the widget, which does not pass the predicates.
  await clock.advance(1000)
  take()
  server.create(configMap('a', 'x'))
  await clock.advance(1000)
  expect(take()).toEqual(['default/a'])
  // A ConfigMap has no generation: the predicates of the widgets must not decide about it.
  server.update(configMap('a', 'y'))
  await clock.advance(1000)
  expect(take()).toEqual(['default/a'])
  const present = server.get(widgets, 'default/a')
  server.update({ ...present, metadata: { ...present?.metadata, labels: { color: 'red' } } } as Widget)
  await clock.advance(1000)
  expect(take()).toEqual([])

  // Once more each minute.
  await clock.advance(60_000)
  expect(take()).toEqual(['default/a'])
  expect(server.list(eventsEventsV1)).toMatchObject([
    { reason: 'Applied', regarding: { kind: 'Widget', name: 'a' }, reportingController: 'widget' },
    { reason: 'LeaderElection', regarding: { kind: 'Lease', name: 'widgets' } },
  ])

  stop.abort()
  await clock.settle()
  expect(outcome).toEqual({ settled: true })
  expect(holder()).toBe('')
  expect(log.errors).toEqual([])
  expect({ timers: clock.pendingTimers, watches: server.openWatches }).toEqual({ timers: 0, watches: 0 })
})

describe('the election of a manager', () => {
  test('C-MGR-16: a name and a namespace are required', () => {
    const { create } = managerRig()
    expect(() => create({ leaderElection: { name: '', namespace: 'ops' } })).toThrow(
      'LeaderElectionID must be configured',
    )
    expect(() => create({ leaderElection: { name: 'widgets' } })).toThrow(
      'unable to find leader election namespace: not running in-cluster, please specify LeaderElectionNamespace',
    )
  })

  test('C-MGR-17: defaults of the lease, and its labels', async () => {
    const { clock, server, create, start } = managerRig()
    const one = start(create({ leaderElection: { ...election, labels: { team: 'a' } } }))
    const two = start(create({ leaderElection: election }))
    stops.push(one.stop, two.stop)
    await clock.advance(1)
    const lease = server.get(leases, 'ops/widgets')
    expect(lease?.spec?.leaseDurationSeconds).toBe(15)
    expect(lease?.spec?.holderIdentity).toMatch(/^[0-9a-z]{28,}$/)
    expect(lease?.metadata?.labels).toEqual({ team: 'a' })
    await clock.advance(1999)
    expect(server.get(leases, 'ops/widgets')?.spec?.renewTime).not.toBe(lease?.spec?.renewTime)
  })

  test.each([
    [10_000, 5000],
    [1000, 1000],
  ])(
    'C-MGR-17: a request for the lease with a renew deadline of %d ms takes at most %d ms',
    async (renewDeadlineMs, limitMs) => {
      const { clock, create, start } = managerRig()
      const aborted: number[] = []
      const startedAt = clock.now()
      const fetch = (_: string, init?: RequestInit) =>
        new Promise<Response>((_, reject) => {
          init?.signal?.addEventListener('abort', () => {
            aborted.push(clock.now() - startedAt)
            reject(init.signal?.reason)
          })
        })
      const client = createKubeClient({ baseUrl: 'http://hangs', fetch, clock })
      const retryPeriodMs = renewDeadlineMs / 5
      const { stop } = start(
        create({ client, leaderElection: { ...election, renewDeadlineMs, retryPeriodMs } }),
      )
      await clock.advance(limitMs)
      expect(aborted).toEqual([limitMs])
      stop.abort()
      await clock.settle()
      expect(clock.pendingTimers).toBe(0)
    },
  )

  test('C-MGR-18: durations that are not safe reject before anything starts', async () => {
    const { clock, server, create, start } = managerRig()
    const manager = create({
      leaderElection: { ...election, leaseDurationMs: 10_000, renewDeadlineMs: 15_000 },
    })
    let hasStarted = false
    manager.add({
      group: 'servers',
      run: async () => {
        hasStarted = true
      },
    })
    const { outcome } = start(manager)
    await clock.settle()
    expect(outcome.error).toHaveProperty('message', 'leaseDuration must be greater than renewDeadline')
    expect({ hasStarted, requests: server.requests.length }).toEqual({ hasStarted: false, requests: 0 })
    await expect(manager.run(new AbortController().signal)).rejects.toThrow('manager already started')
  })

  test.each([
    ['C-MGR-15: with releaseOnCancel, the lease is held until the work has ended, and then released', true],
    ['C-MGR-15: without it, the lease runs out by itself', false],
  ])('%s', async (_, releaseOnCancel) => {
    const { clock, create, start, holder } = managerRig([widgetOf('a', 1)])
    const manager = create({ leaderElection: { ...election, identity: 'me', releaseOnCancel } })
    const work = withResolvers<void>()
    manager.controllerFor(widgets).reconcile(() => work.promise)
    const { stop, outcome } = start(manager)
    await clock.advance(1000)
    stop.abort()
    await clock.advance(200)
    expect([holder(), outcome]).toEqual(['me', {}])
    work.resolve()
    await clock.settle()
    expect([holder(), outcome]).toEqual([releaseOnCancel ? '' : 'me', { settled: true }])
  })

  test('C-MGR-12: a second manager waits for the lease; its cache serves reads meanwhile', async () => {
    const { clock, create, start } = managerRig([widgetOf('a', 1)])
    const reconciled: string[] = []
    const run = (identity: string) => {
      const manager = create({ leaderElection: { ...election, identity, releaseOnCancel: true } })
      manager
        .controllerFor(widgets)
        .withOptions({ skipNameValidation: true })
        .reconcile(async () => void reconciled.push(identity))
      return start(manager)
    }
    const first = run('first')
    await clock.advance(1000)
    const second = run('second')
    stops.push(second.stop)
    await clock.advance(60_000)
    expect(reconciled).toEqual(['first'])
    const read = second.manager.client.find(widgets, { namespace: 'default', name: 'a' })
    await clock.settle()
    expect((await read)?.spec).toEqual({ size: 1 })
    first.stop.abort()
    await clock.advance(5000)
    expect(reconciled).toEqual(['first', 'second'])
  })

  test('C-MGR-14: a candidate that stops leaves the election at once, whatever else is still to end', async () => {
    const { clock, server, client, create, start, holder } = managerRig()
    await client.create(leases, {
      metadata: { namespace: 'ops', name: 'widgets' },
      spec: { holderIdentity: 'other', leaseDurationSeconds: 15 },
    })
    const manager = create({ leaderElection: election, gracefulShutdownTimeoutMs: -1 })
    manager.add({ needsLeaderElection: false, run: () => sleep(clock, 60_000) })
    const { stop, outcome } = start(manager)
    await clock.advance(10_000)
    stop.abort()
    const requests = server.requests.length
    await clock.advance(50_000)
    expect([holder(), server.requests.length - requests, outcome]).toEqual(['other', 0, { settled: true }])
    expect(clock.pendingTimers).toBe(0)
  })

  test('C-CTL-24: a controller with warmup fills its queue before it leads, and reconciles after it', async () => {
    const { clock, server, create, start } = managerRig([widgetOf('a', 1)])
    const holds = {
      holderIdentity: 'other',
      leaseDurationSeconds: 15,
      renewTime: '2026-01-01T00:00:00.000000Z',
    }
    server.create({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { namespace: 'ops', name: 'widgets' },
      spec: holds,
    } as never)
    const manager = create({ leaderElection: election })
    const reconciled: string[] = []
    manager
      .controllerFor(widgets)
      .withOptions({ enableWarmup: true })
      .reconcile(async ({ name }) => void reconciled.push(name))
    manager.controllerFor(pods).reconcile(async () => {})
    const { stop } = start(manager)
    stops.push(stop)
    await clock.advance(10_000)
    const listed = server.requests.map(({ path }) => path).filter(path => !path.includes('leases'))
    expect(listed).toContain('/apis/example.com/v1/widgets')
    expect(listed).not.toContain('/api/v1/pods')
    expect(reconciled).toEqual([])
    await clock.advance(20_000)
    expect(reconciled).toEqual(['a'])
  })

  test.each([
    ['a new leader', { leaderElection: election }, true],
    ['a manager without an election', {}, true],
    ['a manager with catchUpBeforeWork: false', { catchUpBeforeWork: false }, false],
  ])('%s: whether its first reconcile waits for what the server has', async (_, options, waits) => {
    const { clock, server, create, start } = managerRig([widgetOf('a', 1)])
    const resume = server.stallWatchCache(widgets)
    server.create(widgetOf('b', 1))
    const seen: unknown[] = []
    const manager = create(options)
    manager.controllerFor(widgets).reconcile(async ({ name }, { client }) => {
      const { items } = await client.list(widgets)
      seen.push([name, items.length])
    })
    const { stop } = start(manager)
    stops.push(stop)
    // A consistent list waits 3 s for the watch cache, and then reads the storage.
    await clock.advance(10_000)
    expect(seen).toEqual(waits ? [] : [['a', 1]])
    resume()
    await clock.advance(1000)
    expect(seen.toSorted()).toEqual([
      ['a', waits ? 2 : 1],
      ['b', 2],
    ])
  })

  test('a pass waits for what the server has, too', async () => {
    const { clock, server, create } = managerRig([widgetOf('a', 1)])
    const resume = server.stallWatchCache(widgets)
    server.create(widgetOf('b', 1))
    const seen: number[] = []
    const pass = new ReconcilePass({ clock, timeoutMs: 20_000 })
    const manager = create()
    manager
      .controllerFor(widgets)
      .withOptions({ newQueue: pass.newQueue })
      .reconcile(async (_, { client }) => {
        const { items } = await client.list(widgets)
        seen.push(items.length)
      })
    const running = pass.run(manager)
    await clock.advance(5000)
    expect(seen).toEqual([])
    resume()
    await clock.advance(5000)
    expect([seen, await running]).toEqual([[2, 2], { isIdle: true, nextDueAt: undefined }])
  })

  test('a kind that a reconcile reads first is caught up, too', async () => {
    const { clock, server, create, start } = managerRig([widgetOf('a', 1)])
    server.create(pod('first'))
    const resume = server.stallWatchCache(pods)
    server.create(pod('second'))
    const seen: number[] = []
    const manager = create({ leaderElection: election })
    manager.controllerFor(widgets).reconcile(async (_, { client }) => {
      const { items } = await client.list(pods)
      seen.push(items.length)
    })
    stops.push(start(manager).stop)
    await clock.advance(10_000)
    expect(seen).toEqual([])
    resume()
    await clock.advance(1000)
    expect(seen).toEqual([2])
  })

  test('controllers share one list of each kind', async () => {
    const { clock, server, create, start } = managerRig([widgetOf('a', 1)])
    const manager = create({ leaderElection: election })
    for (const name of ['one', 'two', 'three'])
      manager
        .controller(name)
        .watches(widgets, () => [])
        .watches(pods, () => [])
        .reconcile(async () => {})
    stops.push(start(manager).stop)
    await clock.advance(5000)
    const lists = server.requests.filter(({ kind }) => kind === 'list').map(({ path }) => path)
    // The informer's, and the one that the others share.
    expect(lists.toSorted()).toEqual([
      '/api/v1/pods',
      '/api/v1/pods',
      '/apis/example.com/v1/widgets',
      '/apis/example.com/v1/widgets',
    ])
  })

  test('a leader with a kind that is not installed works on the others', async () => {
    const { clock, create, start } = managerRig([widgetOf('a', 1)])
    const gadgets = defineResource({ ...widgets, plural: 'gadgets', kind: 'Gadget' })
    const reconciled: string[] = []
    const manager = create({ leaderElection: election })
    manager.controllerFor(gadgets).reconcile(async () => {})
    manager.controllerFor(widgets).reconcile(async ({ name }) => void reconciled.push(name))
    const { stop, outcome } = start(manager)
    stops.push(stop)
    await clock.advance(10_000)
    expect([reconciled, outcome]).toEqual([['a'], {}])
  })

  test('a lease that another process takes ends the run', async () => {
    const { clock, server, create, start } = managerRig()
    const manager = create({ leaderElection: election })
    manager.controllerFor(widgets).reconcile(async () => {})
    const { outcome } = start(manager)
    await clock.advance(1000)
    const lease = server.get(leases, 'ops/widgets')
    server.update({ ...lease, spec: { ...lease?.spec, holderIdentity: 'other' } } as never)
    await clock.advance(5000)
    expect(outcome.error).toHaveProperty('message', 'leader election lost')
    expect({ timers: clock.pendingTimers, watches: server.openWatches }).toEqual({ timers: 0, watches: 0 })
  })
})

describe('a manager', () => {
  test('C-MGR-1: needs a client, and runs once', async () => {
    expect(() => createManager({} as never)).toThrow('must specify Config')
    const { create, start } = managerRig()
    const { manager, stop } = start(create())
    await expect(manager.run(stop.signal)).rejects.toThrow('manager already started')
    stop.abort()
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])('%d ms are no grace period', ms => {
    const { create } = managerRig()
    expect(() => create({ gracefulShutdownTimeoutMs: ms })).toThrow('gracefulShutdownTimeoutMs must be')
  })

  test('C-MGR-3: a controller that comes too late gives up its name', async () => {
    const { clock, create, start } = managerRig()
    const { manager, stop } = start(create())
    stop.abort()
    await clock.settle()
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(() => manager.controllerFor(widgets).reconcile(() => {})).toThrow(
        "can't accept new runnable as stop procedure is already engaged",
      )
    }
  })

  test('a builder whose controller was refused can be completed with another name', async () => {
    const { clock, create, start } = managerRig()
    const manager = create()
    manager.controllerFor(widgets).reconcile(() => {})
    const builder = manager.controllerFor(widgets)
    expect(() => builder.reconcile(() => {})).toThrow('controller with name widget already exists')
    builder.named('second').reconcile(() => {})
    const { stop } = start(manager)
    stop.abort()
    await clock.settle()
  })

  test('C-MGR-2: a cache of a second cluster is one of its caches', async () => {
    const other = managerRig([widgetOf('there', 1)])
    const { clock, create, start } = managerRig()
    const second = other.create({ clock }).cache
    const manager = create()
    const order: string[] = []
    manager.add({ needsLeaderElection: false, run: async () => void order.push(`runs: ${second.isRunning}`) })
    manager.add(second)
    second.informerFor(widgets)
    const { stop } = start(manager)
    stops.push(stop)
    await clock.advance(1000)
    expect(order).toEqual(['runs: true'])
    const read = second.find(widgets, { namespace: 'default', name: 'there' })
    await clock.settle()
    expect((await read)?.metadata?.name).toBe('there')
  })

  test('C-CTL-2: controllers have the defaults of the manager, unless they set their own', () => {
    const { create } = managerRig()
    const manager = create({ controllerDefaults: { maxConcurrentReconciles: 4, enableWarmup: true } })
    const { settings } = manager
      .controllerFor(widgets)
      .named('defaults')
      .withOptions({ enableWarmup: false })
      .reconcile(() => {})
    expect(settings).toMatchObject({ maxConcurrentReconciles: 4, enableWarmup: false })
    const other = manager
      .controllerFor(pods)
      .named('others')
      .reconcile(() => {})
    expect(other.settings.enableWarmup).toBe(true)
  })

  test('C-CTL-32: the controllers of a kind have its concurrency, unless they set their own', () => {
    const { create } = managerRig()
    const manager = create({
      controllerDefaults: { maxConcurrentReconciles: 2 },
      groupKindConcurrency: { [`${widgets.kind}.${widgets.group}`]: 5, Pod: 6 },
    })
    const concurrencyOf = (builder: ControllerBuilder): number =>
      builder.reconcile(() => {}).settings.maxConcurrentReconciles
    expect(concurrencyOf(manager.controllerFor(widgets).named('a'))).toBe(5)
    expect(concurrencyOf(manager.controllerFor(pods).named('b'))).toBe(6)
    expect(concurrencyOf(manager.controllerFor(configMaps).named('c'))).toBe(2)
    const own = manager.controllerFor(pods).named('d').withOptions({ maxConcurrentReconciles: 7 })
    expect(concurrencyOf(own)).toBe(7)
    const none = create({ groupKindConcurrency: { Pod: 0 } })
      .controllerFor(pods)
      .named('e')
    expect(() => none.reconcile(() => {})).toThrow('maxConcurrentReconciles must be a positive integer')
  })

  test('health checks can be added before the run', async () => {
    const { clock, create, start } = managerRig()
    const manager = create()
    manager.addReadyzCheck('always', () => {})
    const probe = async (path: string) =>
      (await manager.handleHealth(new Request(`http://pod${path}`))).status
    expect(await probe('/readyz/always')).toBe(200)
    const { stop } = start(manager)
    stops.push(stop)
    expect(() => manager.addHealthzCheck('late', () => {})).toThrow('has already been created')
    expect([await probe('/healthz'), await probe('/other')]).toEqual([200, 404])
    await clock.settle()
  })

  test('a manager that never led gives up the names of its controllers', async () => {
    const { clock, create, start } = managerRig()
    for (let run = 0; run < 2; run++) {
      const manager = create({ leaderElection: election })
      manager
        .controllerFor(widgets)
        .named('only-one')
        .reconcile(() => {})
      const { stop, outcome } = start(manager)
      stop.abort()
      await clock.settle()
      expect(outcome).toEqual({ settled: true })
    }
  })

  test('a watch that fails is logged', async () => {
    const { clock, server, log, create, start } = managerRig()
    server.faults.add({ match: { watch: false }, action: { type: 'status', code: 500 }, times: 1 })
    const manager = create()
    manager
      .controllerFor(widgets)
      .named('logs')
      .reconcile(() => {})
    const { stop } = start(manager)
    stops.push(stop)
    await clock.settle()
    expect(log.messages.map(({ message }) => message)).toContain('failed to list or watch')
  })
})
