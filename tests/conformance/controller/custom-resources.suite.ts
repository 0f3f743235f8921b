import {
  type Cache,
  Controller,
  createCache,
  createClient,
  createManager,
  handlers,
  silentLogger,
  sources,
} from '@kube-informer/controller'
import {
  type Clock,
  createKubeClient,
  isNotFound,
  type ResourceDefinition,
  systemClock,
} from '@kube-informer/core'
import { configMaps } from '@kube-informer/core/resources'
import { expect, onTestFinished, test } from 'vitest'
import { type Gadget, gadgetsNamed, install, uninstall } from './gadgets.ts'
import type { RealCluster } from './real-cluster.ts'

/** Pauses between attempts are up to 30 s: a twentieth of them will do. */
const hastyClock: Clock = {
  ...systemClock,
  setTimeout: (callback, delayMs) => systemClock.setTimeout(callback, delayMs / 20),
}

/** A controller that records the sizes of gadgets, and the requests of its cache. */
function startController(
  real: RealCluster,
  resource: ResourceDefinition<Gadget>,
  cacheSyncTimeoutMs = 600_000,
) {
  const requests: string[] = []
  const kube = createKubeClient({
    baseUrl: real.cluster.url,
    getToken: () => real.cluster.token,
    fetch: (input, init) => {
      requests.push(input)
      return fetch(input, init)
    },
  })
  const watchErrors: unknown[] = []
  const cache: Cache = createCache({
    client: kube,
    clock: hastyClock,
    onWatchError: (_resource, error) => watchErrors.push(error),
  })
  const sizes = new Map<string, number | undefined>()
  const controller = new Controller({
    name: `gadgets of ${resource.plural}`,
    client: createClient({ client: kube, cache }),
    events: { event: () => {} },
    clock: hastyClock,
    cacheSyncTimeoutMs,
    reconciler: async (request, { client }) => {
      const gadget = await client.find(resource, request)
      if (gadget) sizes.set(request.name, gadget.spec?.size)
      else sizes.delete(request.name)
    },
  })
  const unwatch = controller.watch(
    sources.kindSource({ cache, resource, handler: handlers.enqueueRequestForObject }),
  )
  const stop = new AbortController()
  const running = controller.run(stop.signal)
  const ended = Promise.allSettled([running, cache.run(stop.signal)])
  onTestFinished(async () => {
    stop.abort()
    await ended
  })
  return { cache, running, requests, sizes, unwatch, watchErrors }
}

/** How controllers treat a CRD that comes and goes on a real apiserver. */
export function customResourcesSuite(real: RealCluster): void {
  test('a controller waits for a CRD, and works again after it was removed and installed again', async () => {
    const { client } = real
    const namespace = await real.namespace()
    const gadgets = gadgetsNamed('gadgets')
    const add = (name: string, size: number) =>
      client.create(gadgets, { metadata: { namespace, name }, spec: { size } })
    const { sizes, watchErrors } = startController(real, gadgets)
    await expect.poll(() => watchErrors.some(isNotFound)).toBe(true)

    await install(client, gadgets)
    await add('first', 1)
    await expect.poll(() => [...sizes]).toEqual([['first', 1]])
    await client.patch(gadgets, { namespace, name: 'first' }, { spec: { size: 2 } })
    await expect.poll(() => [...sizes]).toEqual([['first', 2]])

    watchErrors.length = 0
    await uninstall(client, gadgets)
    await expect.poll(() => [...sizes]).toEqual([])
    await expect.poll(() => watchErrors.some(isNotFound)).toBe(true)

    await install(client, gadgets)
    await add('second', 3)
    await expect.poll(() => [...sizes]).toEqual([['second', 3]])
  })

  test('a controller whose CRD is never installed fails after its time limit', async () => {
    const { running } = startController(real, gadgetsNamed('unknowns'), 10_000)
    await expect(running).rejects.toThrow(
      /timed out waiting for cache to be synced for kind source: .*unknowns/,
    )
  })

  test('a manager runs its other controllers meanwhile, and fails when the time is up', async () => {
    const namespace = await real.namespace()
    const client = createKubeClient({ baseUrl: real.cluster.url, getToken: () => real.cluster.token })
    const manager = createManager({
      client,
      clock: hastyClock,
      log: silentLogger,
      cache: { defaultNamespaces: { [namespace]: {} } },
    })
    const seen = new Set<string>()
    manager.controllerFor(configMaps).reconcile(({ name }) => {
      seen.add(name)
    })
    manager
      .controllerFor(gadgetsNamed('absents'))
      .withOptions({ cacheSyncTimeoutMs: 60_000 })
      .reconcile(() => {})
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const running = manager.run(stop.signal)
    running.catch(() => {})
    await client.create(configMaps, { metadata: { namespace, name: 'settings' } })
    await expect.poll(() => [...seen]).toEqual(['settings'])
    await expect(running).rejects.toThrow(
      /timed out waiting for cache to be synced for kind source: .*absents/,
    )
  })

  test('after its watch was ended and its informer removed, nothing is requested for a removed CRD', async () => {
    const gadgets = gadgetsNamed('widgets')
    await install(real.client, gadgets)
    const { cache, requests, unwatch, watchErrors } = startController(real, gadgets)
    await cache.waitForSync()
    unwatch()
    await cache.removeInformer(gadgets)
    const count = requests.length
    await uninstall(real.client, gadgets)
    // The informer would have noticed, and have tried again several times.
    await new Promise(resolve => setTimeout(resolve, 1000))
    expect(requests).toHaveLength(count)
    expect(watchErrors).toEqual([])
  })
}
