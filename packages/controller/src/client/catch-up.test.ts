import { createKubeClient } from '@kube-informer/core'
import {
  configMaps,
  createFakeApiserver,
  FakeClock,
  type Pod,
  pods,
  seededRandom,
} from '@kube-informer/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { configMap, isSettled, namesOf } from '../test/client-rig.ts'
import { createCache } from './create-cache.ts'

const stopping: AbortController[] = []
afterEach(() => {
  for (const controller of stopping.splice(0)) controller.abort()
})

const pod = (name: string): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  spec: { containers: [{ name: 'main', image: 'main' }] },
})

const settled = async (clock: FakeClock, promise: Promise<unknown>): Promise<void> => {
  await clock.settle()
  await promise
}

/** A cache whose watches receive nothing while the server's watch cache is stalled. */
async function rig() {
  const clock = new FakeClock()
  const objects = [pod('a'), pod('b')]
  const server = createFakeApiserver({ clock, random: seededRandom(1), objects })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock })
  const cache = createCache({ client, clock, random: () => 0.5 })
  const controller = new AbortController()
  stopping.push(controller)
  cache.informerFor(pods)
  void cache.run(controller.signal)
  await clock.settle()
  let isDone = false
  const catchUp = (signal = controller.signal) => {
    const promise = cache.catchUp(signal).then(() => {
      isDone = true
    })
    promise.catch(() => {})
    return promise
  }
  return { clock, server, cache, catchUp, isDone: () => isDone, stop: () => controller.abort() }
}

describe('catchUp', () => {
  test('resolves at once where nothing is missing, although other resources have changed', async () => {
    const { clock, server, catchUp, isDone } = await rig()
    server.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', namespace: 'default' } })
    void catchUp()
    await clock.settle()
    expect(isDone()).toBe(true)
  })

  test.each([
    ['a created object', 'create'],
    ['a changed object', 'update'],
    ['a deleted object', 'delete'],
  ] as const)('waits for %s', async (_, write) => {
    const { clock, server, cache, catchUp, isDone } = await rig()
    const resume = server.stallWatchCache(pods)
    if (write === 'create') server.create(pod('c'))
    else if (write === 'update') server.update(pod('b'))
    else server.delete(pod('b'))
    void catchUp()
    // A consistent list waits 3 s for the watch cache, and then reads the storage.
    await clock.advance(10_000)
    expect(isDone()).toBe(false)
    resume()
    await clock.advance(1_000)
    expect(isDone()).toBe(true)
    const { items } = await cache.list(pods)
    expect(items).toEqual(server.list(pods))
  })

  test('an object that is deleted after the list does not hold it up', async () => {
    const { clock, server, catchUp, isDone } = await rig()
    const resume = server.stallWatchCache(pods)
    server.create(pod('c'))
    void catchUp()
    await clock.advance(10_000)
    server.delete(pod('c'))
    resume()
    await clock.advance(1_000)
    expect(isDone()).toBe(true)
  })

  test('repeats a list that fails', async () => {
    const { clock, server, catchUp, isDone } = await rig()
    server.faults.add({ match: { watch: false }, action: { type: 'status', code: 500 }, times: 2 })
    void catchUp()
    await clock.settle()
    expect(isDone()).toBe(false)
    await clock.advance(10_000)
    expect(isDone()).toBe(true)
  })

  test('repeats a list that gets no answer', async () => {
    const { clock, server, catchUp, isDone } = await rig()
    server.faults.add({ match: { watch: false }, action: { type: 'stall' }, times: 1 })
    void catchUp()
    await clock.advance(59_000)
    expect(isDone()).toBe(false)
    await clock.advance(10_000)
    expect(isDone()).toBe(true)
  })

  test('rejects when the signal aborts, and leaves no timer', async () => {
    const { clock, server, catchUp } = await rig()
    server.stallWatchCache(pods)
    server.create(pod('c'))
    const controller = new AbortController()
    const promise = catchUp(controller.signal)
    await clock.advance(10_000)
    const { pendingTimers } = clock
    controller.abort(new Error('lost'))
    await expect(promise).rejects.toThrow('lost')
    expect(clock.pendingTimers).toBeLessThanOrEqual(pendingTimers)
  })

  test.each(['remove', 'stop'] as const)('does not wait for an informer that ends: %s', async end => {
    const { clock, server, cache, catchUp, isDone, stop } = await rig()
    server.stallWatchCache(pods)
    server.create(pod('c'))
    void catchUp(new AbortController().signal)
    await clock.advance(10_000)
    expect(isDone()).toBe(false)
    if (end === 'remove') void cache.removeInformer(pods)
    else stop()
    await clock.advance(1_000)
    expect(isDone()).toBe(true)
  })

  test('does not wait for an informer that cannot sync', async () => {
    const { clock, server, cache, catchUp, isDone } = await rig()
    server.faults.add({ match: { resource: 'configmaps' }, action: { type: 'status', code: 403 } })
    cache.informerFor(configMaps)
    await clock.settle()
    void catchUp()
    await clock.settle()
    expect(isDone()).toBe(true)
  })

  test('does not wait for a resource that the server no longer has', async () => {
    const { clock, server, catchUp, isDone } = await rig()
    server.faults.add({ match: { watch: false }, action: { type: 'status', code: 404 } })
    void catchUp()
    await clock.settle()
    expect(isDone()).toBe(true)
  })

  test.each(['created', 'synced'] as const)(
    'an informer that is %s later catches up before its first read',
    async when => {
      const { clock, server, cache, catchUp } = await rig()
      server.create(configMap('a'))
      const resume = server.stallWatchCache(configMaps)
      server.create(configMap('b'))
      const fault = {
        match: { resource: 'configmaps' },
        action: { type: 'status', code: 500 } as const,
        times: 1,
      }
      if (when === 'synced') {
        server.faults.add(fault)
        cache.informerFor(configMaps)
        await clock.settle()
      }
      await settled(clock, catchUp())
      const list = cache.list(configMaps)
      await clock.advance(100_000)
      expect(await isSettled(list, clock)).toBe(false)
      resume()
      await clock.advance(1_000)
      expect(namesOf(await list)).toEqual(['a', 'b'])
      // Once.
      const { length } = server.requests
      await settled(clock, cache.list(configMaps))
      expect(server.requests).toHaveLength(length)
    },
  )

  test('an informer that replaces a removed one catches up, too', async () => {
    const { clock, server, cache, catchUp } = await rig()
    await settled(clock, catchUp())
    await settled(clock, cache.removeInformer(pods))
    const resume = server.stallWatchCache(pods)
    server.create(pod('c'))
    const list = cache.list(pods)
    await clock.advance(10_000)
    expect(await isSettled(list, clock)).toBe(false)
    resume()
    await clock.advance(1_000)
    expect(namesOf(await list)).toEqual(['a', 'b', 'c'])
  })
})
