import { createKubeClient, type InformerStatus } from '@kube-informer/core'
import { nodes, pods } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import type { Scope, Slice } from '../../api/subscription.ts'
import { BASE_URL, createTestServer, pod, requestsOf } from '../../test/informers.ts'
import { memoryDisk } from '../../test/memory-disk.ts'
import { changingRights, type Rights } from '../../test/rights.ts'
import { podRow } from '../../test/rows.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { WriteOverlay } from '../overlay/write-overlay.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { InformerRegistry, type InformerRegistryOptions } from './informer-registry.ts'
import { RetainedSnapshots } from './retained-snapshots.ts'

const definition = compileDefinition({ resource: pods })
const IDLE_MS = 30_000
const RETAIN_MS = 300_000

function start(rights: Rights = { pods: [''] }, options: Partial<InformerRegistryOptions> = {}) {
  const clock = new FakeClock()
  const { authorize, change } = changingRights(rights)
  const server = createTestServer({ clock, authorize, auth: {} })
  const client = createKubeClient({ baseUrl: BASE_URL, fetch: server.fetch, clock })
  const random = () => 0.5
  const overlay = new WriteOverlay('w')
  const settle = vi.spyOn(overlay, 'settle')
  const registry = new InformerRegistry({
    ...{ client, clock, random, overlayOf: () => overlay, idleGraceMs: IDLE_MS, retainMs: RETAIN_MS },
    breaker: new CircuitBreaker({ clock, random }),
    access: { reviewAgain: async () => ({ allowed: true }) },
    ...options,
  })
  const user = () => ({ onRows: vi.fn(), onStatus: vi.fn(), onDenied: vi.fn() })
  const open = (scope: Scope = {}, slice: Slice = {}, by = user()) => {
    const held = registry.open({ definition, scope, slice }, by)
    return { ...by, held, keys: () => held.view.rows().map(({ key }) => key) }
  }
  const lists = () => requestsOf(server, 'list').map(({ path }) => path.replace('/api/v1/', ''))
  return { clock, server, change, registry, open, user, lists, settle }
}

describe('an informer', () => {
  test('is shared by equal scopes, and stops a while after its last user', async () => {
    const { clock, server, open, lists } = start()
    const [one, two] = [open(), open({ namespace: '' })]
    await clock.advance(1000)
    expect([lists(), one.keys(), two.keys()]).toEqual([['pods'], one.keys(), one.keys()])
    one.held.release()
    await clock.advance(IDLE_MS)
    expect(server.openWatches).toBe(1)
    two.held.release()
    two.held.release()
    await clock.advance(IDLE_MS - 1)
    expect(server.openWatches).toBe(1)
    await clock.advance(1)
    expect(server.openWatches).toBe(0)
    await clock.advance(RETAIN_MS)
    expect(clock.pendingTimers).toBe(0)
  })

  test('continues if it has another user before it stops', async () => {
    const { clock, server, open, lists } = start()
    open().held.release()
    await clock.advance(IDLE_MS - 1)
    const other = open()
    await clock.advance(10 * IDLE_MS)
    expect([server.openWatches, lists()]).toEqual([1, ['pods']])
    other.held.release()
    await clock.advance(IDLE_MS)
    expect(server.openWatches).toBe(0)
  })

  test('of a slice with an unknown name stops, and the error is thrown', async () => {
    const { clock, server, open } = start()
    expect(() => open({}, { groupBy: 'nope' })).toThrow('nope')
    await clock.advance(IDLE_MS)
    expect(server.openWatches).toBe(0)
  })

  test('of a narrower scope is that of a wider one that has data', async () => {
    const { clock, registry, open, user, lists } = start()
    const wanted = { definition, scope: { namespace: 'default' }, slice: {} }
    expect(registry.hasWider(wanted)).toBe(false)
    open()
    await clock.advance(1000)
    expect(registry.hasWider(wanted)).toBe(true)
    const narrow = open({ namespace: 'default' })
    await clock.advance(1000)
    expect([lists(), narrow.keys().every(key => key.startsWith('default/'))]).toEqual([['pods'], true])
    expect(registry.openWider(wanted, user()).view.size).toBe(narrow.keys().length)
  })

  test('of its own scope is used although a wider one has data, unless that is asked for', async () => {
    const { clock, registry, open, user, lists } = start()
    open({ namespace: 'default' })
    await clock.advance(1000)
    open()
    await clock.advance(1000)
    expect(lists()).toEqual(['namespaces/default/pods', 'pods'])
    const own = open({ namespace: 'default' })
    const wide = registry.openWider({ definition, scope: { namespace: 'default' }, slice: {} }, user())
    expect([own.held.status.resourceVersion, wide.view.size]).toEqual([expect.any(String), own.keys().length])
  })

  test('of all namespaces asks after those of single ones', async () => {
    const { clock, open, lists } = start()
    open()
    open({ namespace: 'default' })
    await clock.advance(1000)
    expect(lists()[0]).toBe('namespaces/default/pods')
  })

  test('that the server denies stops at once without users', async () => {
    const { clock, server, open, lists } = start({ pods: [] })
    const denied = open()
    await clock.advance(1000)
    expect([denied.held.status.data, denied.held.status.error]).toMatchObject(['none', { code: 403 }])
    denied.held.release()
    await clock.advance(3_600_000)
    expect([lists(), server.openWatches, clock.pendingTimers]).toEqual([['pods'], 0, 0])
  })

  test('whose rows are denied later loses them, and has them again once they are allowed', async () => {
    const { clock, server, change, open, registry } = start()
    const one = open()
    await clock.advance(1000)
    const all = one.keys()
    change({ pods: [] })
    server.dropWatches()
    server.relist()
    await clock.advance(5000)
    expect([one.keys(), one.held.status.data, one.onDenied.mock.calls.length]).toEqual([[], 'none', 1])
    change({ pods: [''] })
    registry.retryDenied()
    await clock.advance(1000)
    expect([one.keys(), one.held.status.error]).toEqual([all, undefined])
  })

  test('opens its watch again when it reconnects', async () => {
    const { clock, server, open, registry } = start()
    open()
    await clock.advance(1000)
    const watches = () => requestsOf(server, 'watch').length
    const before = watches()
    registry.retryDenied()
    await clock.advance(1000)
    expect(watches()).toBe(before)
    registry.reconnect()
    await clock.advance(1000)
    expect([watches(), server.openWatches]).toEqual([before + 1, 1])
  })

  test('is stopped with all others', async () => {
    const { clock, server, open, registry } = start()
    open()
    open({ namespace: 'default' })
    await clock.advance(1000)
    registry.stop()
    registry.stop()
    await clock.settle()
    expect([server.openWatches, clock.pendingTimers, registry.hasRetained]).toEqual([0, 0, false])
  })
})

describe('those that follow informers', () => {
  test('are notified after each read, until they leave', async () => {
    const { clock, server, open, registry, settle } = start()
    const listener = vi.fn()
    const unfollow = registry.followReads(listener)
    open()
    await clock.advance(1000)
    const before = listener.mock.calls.length
    expect(before).toBeGreaterThan(0)
    settle.mockClear()
    server.create(pod('default/new'))
    await clock.advance(1000)
    expect(listener.mock.calls.length).toBeGreaterThan(before)
    expect(settle).toHaveBeenCalled()
    unfollow()
    const { length } = listener.mock.calls
    server.create(pod('default/newer'))
    await clock.advance(1000)
    expect(listener).toHaveBeenCalledTimes(length)
  })

  test('have the status of a scope without an informer of their own', async () => {
    const { clock, open, registry, user, lists } = start()
    const [byStatus, ofOthers] = [user(), user()]
    const onReleased = vi.fn()
    const ofSlices = vi.fn((): InformerStatus | undefined => undefined)
    const held = registry.openStatus({ definition, scope: {} }, byStatus, { ofSlices, onReleased })
    registry.openStatus({ definition: compileDefinition({ resource: nodes }), scope: {} }, ofOthers, {
      ...{ ofSlices, onReleased },
    })
    await clock.advance(1000)
    expect([lists(), held.status.data, byStatus.onStatus.mock.calls.length]).toEqual([[], 'none', 0])
    open()
    await clock.advance(1000)
    expect([held.status.data, ofOthers.onStatus.mock.calls.length]).toEqual(['complete', 0])
    expect(byStatus.onStatus).toHaveBeenCalled()
    const status = { ...held.status, data: 'cached' } as const
    ofSlices.mockReturnValue(status)
    expect(held.status).toBe(status)
    held.release()
    const { length } = byStatus.onStatus.mock.calls
    registry.reconnect()
    await clock.advance(1000)
    expect([byStatus.onStatus.mock.calls.length, onReleased.mock.calls.length]).toEqual([length, 1])
  })

  test('learn that an informer has become usable', async () => {
    const { clock, open, registry } = start()
    const listener = vi.fn()
    const unsubscribe = registry.subscribeUsable(definition, listener)
    const one = open()
    expect(listener).not.toHaveBeenCalled()
    await clock.advance(1000)
    expect(listener).toHaveBeenCalledTimes(1)
    one.held.release()
    await clock.advance(IDLE_MS)
    open()
    await clock.advance(1000)
    expect(listener).toHaveBeenCalledTimes(2)
    unsubscribe()
  })
})

describe('the rows of an informer that has stopped', () => {
  const change = (version: string) =>
    ({ type: 'replace', objects: [podRow('a/x', version)], resourceVersion: version }) as const
  const { signal } = new AbortController()
  const versionOf = async (store: { load(signal: AbortSignal): Promise<unknown> }) =>
    ((await store.load(signal)) as { resourceVersion: string } | undefined)?.resourceVersion

  function retain(options: Partial<ConstructorParameters<typeof RetainedSnapshots>[0]> = {}) {
    const clock = new FakeClock()
    const retained = new RetainedSnapshots({ clock, retainMs: 1000, ...options })
    return { clock, retained, open: (key = 'k') => retained.open(definition, {}, key) }
  }

  test('stay in memory for a while', async () => {
    const { clock, retained, open } = retain()
    const first = open()
    await first.store.save(change('1'), signal)
    first.release()
    expect(retained.hasRetained).toBe(true)
    await clock.advance(999)
    const second = open()
    expect([await versionOf(second.store), await versionOf(open('other').store)]).toEqual(['1', undefined])
    await clock.advance(10_000)
    expect(await versionOf(second.store)).toBe('1')
    second.release()
    await clock.advance(1000)
    expect([await versionOf(open().store), clock.pendingTimers]).toEqual([undefined, 0])
  })

  test('are forgotten, and those that are saved afterwards are kept', async () => {
    const { open } = retain()
    const held = open()
    await held.store.save(change('1'), signal)
    held.forget()
    expect(await versionOf(held.store)).toBeUndefined()
    await held.store.save(change('2'), signal)
    expect(await versionOf(held.store)).toBe('2')
  })

  test('are cleared for good', async () => {
    const { clock, retained, open } = retain()
    const [used, released] = [open('used'), open('released')]
    await used.store.save(change('1'), signal)
    await released.store.save(change('1'), signal)
    released.release()
    retained.close()
    retained.close()
    used.release()
    expect(await used.store.save(change('2'), signal)).toBe('not-owner')
    expect([await versionOf(used.store), retained.hasRetained, clock.pendingTimers]).toEqual([
      undefined,
      false,
      0,
    ])
  })

  test('are on disk where that is usable, and only for a definition that is persisted', async () => {
    const owner = { server: 's', identity: 'i' }
    const disk = memoryDisk()
    const collection = vi.spyOn(disk, 'collection')
    const status = vi.spyOn(disk, 'status')
    const { retained, open } = retain({ keeping: { disk, owner } })
    for (const [at, state] of (['opening', 'on', 'failed', 'off'] as const).entries()) {
      status.mockReturnValue({ state } as never)
      open(state)
      expect(collection).toHaveBeenCalledTimes(Math.min(at + 1, 2))
    }
    const unpersisted = compileDefinition({ resource: pods, persist: false })
    status.mockReturnValue({ state: 'on' } as never)
    retained.open(unpersisted, {}, 'unpersisted')
    expect(collection).toHaveBeenCalledTimes(2)
    expect([open().firstPaint !== undefined, retain().open().firstPaint]).toEqual([true, undefined])
  })

  test('are loaded and saved after the erasure of their owner', async () => {
    const owner = { server: 's', identity: 'i' }
    const disk = memoryDisk()
    const collection = vi.spyOn(disk, 'collection')
    let erased = () => {}
    const { open } = retain({
      keeping: { disk, owner },
      erased: new Promise<void>(resolve => {
        erased = resolve
      }),
    })
    const held = open()
    expect([collection.mock.calls.length, held.firstPaint]).toEqual([0, undefined])
    const saved = held.store.save(change('1'), signal)
    erased()
    await saved
    expect([collection.mock.calls.length, await versionOf(held.store)]).toEqual([1, '1'])
    held.release()
  })
})
