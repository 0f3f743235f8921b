import { type Freshness, type KubernetesObject, StatusError, UsageError } from '@kube-informer/core'
import { createFakeLocks, FakeClock } from '@kube-informer/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ConnectionOptions } from '../api/connection.ts'
import { brokenRow, podRow, rowOf } from '../test/rows.ts'
import { CLONE_PROBE } from '../wire/clone-probe.ts'
import { PROTOCOL_VERSION } from '../wire/protocol.ts'
import type { Calls } from './calls.ts'
import { alwaysVisible, documentLifecycle } from './document-lifecycle.ts'
import { helloOf } from './hello.ts'
import { resolveIdentity } from './identity.ts'
import { mutate } from './mutations.ts'
import { ObjectPool } from './object-pool.ts'
import { ObservedSlice, type Shown } from './observed-slice.ts'
import { pausedIf } from './paused.ts'
import { platformOf } from './platform.ts'
import { relatedRequest } from './related-request.ts'
import { keep, keepEqual, keepItems, sameMembers } from './same-members.ts'
import { SignOutBroadcast } from './sign-out-broadcast.ts'
import { initialStatus, StatusStore } from './status-store.ts'

afterEach(() => void vi.unstubAllGlobals())

describe('the objects of a pool', () => {
  test('are one object for each uid and resourceVersion, as long as a slice shows it', () => {
    const pool = new ObjectPool()
    const [one, two] = [pool.acquire(podRow('a/x', 1)), pool.acquire(podRow('a/x', 1))]
    expect([two, two.holders, pool.acquire(podRow('a/x', 2)) === one]).toEqual([one, 2, false])
    expect(pool.adopt({ metadata: { uid: one.id.split(' ')[0] ?? '', resourceVersion: '1' } })).toBe(one)
    pool.release(one)
    pool.release(one)
    expect(pool.acquire(podRow('a/x', 1))).toBe(one)
    pool.release(one)
    pool.release(one)
    expect(pool.acquire(podRow('a/x', 1))).not.toBe(one)
  })

  test('of Tables with other columns are others', () => {
    const pool = new ObjectPool()
    const row = podRow('a/x', 1)
    const [plain, one, two] = [row, { ...row, columns: '1' }, { ...row, columns: '2' }].map(each =>
      pool.acquire(each),
    )
    expect([plain === one, one === two, pool.acquire({ ...row, columns: '1' }) === one]).toEqual([
      false,
      false,
      true,
    ])
  })

  test.each([
    ['without a uid', rowOf({ metadata: { name: 'x', resourceVersion: '1' } })],
    ['without a resourceVersion', rowOf({ metadata: { name: 'x', uid: 'u' } })],
    ['that cannot be read', brokenRow(podRow('a/x', 1))],
  ])('%s are not shared', (_, row) => {
    const pool = new ObjectPool()
    const [one, two] = [pool.acquire(row), pool.acquire(row)]
    expect([one === two, one.id, one.holders]).toEqual([false, '', 1])
  })

  test('that cannot be read are undefined, and read again', () => {
    const pool = new ObjectPool()
    const row = podRow('a/x', 1)
    expect(pool.acquire(brokenRow(row)).object).toBeUndefined()
    expect(pool.acquire(row).object).toMatchObject({ metadata: { name: 'x' } })
  })
})

describe('references', () => {
  const item = {}
  test.each<[object, object, boolean]>([
    [{}, {}, true],
    [{ a: 1 }, { a: 1 }, true],
    [{ a: item }, { a: item }, true],
    [{ a: {} }, { a: {} }, false],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: 1 }, { a: 1, b: 1 }, false],
    [{ a: 1, b: 1 }, { a: 1 }, false],
  ])('%j and %j have the same members: %s', (a, b, expected) => {
    expect(sameMembers(a, b)).toBe(expected)
    const kept = keep(a, b)
    expect([kept, Object.isFrozen(kept)]).toEqual(expected ? [b, false] : [a, true])
  })

  test('of lists and data stay while these are equal', () => {
    const older = [item, 1]
    expect([keepItems([item, 1], older), keep({}, undefined)]).toEqual([older, {}])
    expect(keepItems([item, 1], older)).toBe(older)
    for (const newer of [[item], [item, 2], [1, item], [item, 1, 1]]) {
      expect(keepItems(newer, older)).toBe(newer)
      expect(Object.isFrozen(newer)).toBe(true)
    }
    const data = { a: [1] }
    expect(keepEqual({ a: [1] }, data)).toBe(data)
    const other = { a: [2] }
    expect([keepEqual(other, data) === other, Object.isFrozen(other)]).toEqual([true, true])
    expect([keepEqual(undefined, data), keepEqual(other, undefined) === other]).toEqual([undefined, true])
  })
})

test('a page without a network is paused unless its link is live, or has stopped', () => {
  const links = ['connecting', 'retrying', 'live', 'stopped'] as const
  const paused = (online: boolean | undefined) =>
    links.map(link => pausedIf({ online } as never, link).paused ?? false)
  expect([paused(false), paused(true), paused(undefined)]).toEqual([
    [true, true, false, false],
    Array(4).fill(false),
    Array(4).fill(false),
  ])
})

describe('the status of a connection', () => {
  const start = () => {
    const slices: Freshness[] = []
    const store = new StatusStore(initialStatus('dedicated', 'chosen', true), () => slices)
    const listener = vi.fn()
    return { slices, store, listener, unsubscribe: store.subscribe(listener) }
  }

  test('is connecting at first, without storage where there is no identity', () => {
    expect(initialStatus('leader', 'why', false)).toEqual({
      ...{ host: 'leader', reason: 'why', state: 'connecting', restarts: 0 },
      freshness: { state: 'catching-up', reason: 'connecting' },
      storage: { state: 'off', reason: 'the connection has no identity' },
    })
    expect(initialStatus('leader', 'why', true).storage).toEqual({ state: 'opening' })
  })

  test('is another object after each change, and reported once', () => {
    const { store, listener, unsubscribe } = start()
    const before = store.current
    store.change({ state: 'ready' })
    expect([store.current === before, Object.isFrozen(store.current), listener.mock.calls]).toEqual([
      ...[false, true, [[store.current]]],
    ])
    store.change({ state: 'ready' })
    store.change()
    expect(listener).toHaveBeenCalledTimes(1)
    store.change({ error: 'lost' })
    expect(store.current.error).toBe('lost')
    store.change({ restarts: 1 })
    expect(store.current.error).toBe('lost')
    store.change({ error: undefined })
    expect(store.current).not.toHaveProperty('error')
    unsubscribe()
    store.change({ state: 'failed' })
    expect(listener).toHaveBeenCalledTimes(4)
  })

  test('has the freshness of its slices', () => {
    const { slices, store, listener } = start()
    store.change({ state: 'ready' })
    const { freshness } = store.current
    slices.push({ state: 'cached' })
    store.change()
    expect([store.current.freshness === freshness, listener.mock.calls.length]).toEqual([false, 2])
  })
})

describe('a sign-out', () => {
  const owner = { server: 's', identity: 'i' }
  const start = () => {
    let receive = (_event: { readonly data: unknown }): void => {}
    const channel = {
      postMessage: vi.fn(),
      close: vi.fn(),
      addEventListener: (_: 'message', listener: typeof receive) => {
        receive = listener
      },
    }
    const open = vi.fn(() => channel)
    const onSignOut = vi.fn()
    const broadcast = new SignOutBroadcast({ open, owner, onSignOut })
    return { channel, open, onSignOut, broadcast, receive: (data: unknown) => receive({ data }) }
  }

  test('is announced to the other pages of the owner, and received from them', () => {
    const { channel, open, onSignOut, broadcast, receive } = start()
    broadcast.announce()
    expect([open.mock.calls, channel.postMessage.mock.calls]).toEqual([
      [['kube-informer:sign-out']],
      [[owner]],
    ])
    const others = [
      { ...owner, server: 't' },
      { ...owner, identity: 'j' },
      { server: 's' },
      { identity: 'i' },
    ]
    for (const data of [undefined, null, 'text', ...others]) receive(data)
    expect(onSignOut).not.toHaveBeenCalled()
    receive({ ...owner })
    expect(onSignOut).toHaveBeenCalledTimes(1)
    broadcast.close()
    expect(channel.close).toHaveBeenCalledTimes(1)
  })

  test('concerns this page only where there are no channels', () => {
    const broadcast = new SignOutBroadcast({ open: undefined, owner, onSignOut: vi.fn() })
    expect(() => {
      broadcast.announce()
      broadcast.close()
    }).not.toThrow()
  })
})

describe('the hello of a page', () => {
  const hello = (options: Partial<ConnectionOptions> = {}) => helloOf({}, { baseUrl: '/k8s', ...options })

  test('has the options that the host needs, and no token', () => {
    expect(hello()).toEqual({
      ...{ type: 'hello', version: PROTOCOL_VERSION, probe: CLONE_PROBE, baseUrl: '/k8s', hasToken: false },
      fingerprint: expect.any(String),
    })
    const options = {
      credentials: 'include',
      fieldManager: '',
      namespaces: [],
      getToken: () => 'secret',
    } as const
    expect(hello(options)).toMatchObject({
      ...{ hasToken: true, hasNamespaces: true, credentials: 'include', fieldManager: '' },
    })
  })

  test('has an absolute URL, if there is a document', () => {
    vi.stubGlobal('document', { baseURI: 'https://app.example/a/b' })
    expect([hello().baseUrl, hello({ baseUrl: 'http://x/' }).baseUrl]).toEqual([
      'https://app.example/k8s',
      'http://x/',
    ])
  })
})

test.each<[ConnectionOptions['identity'], object]>([
  [undefined, {}],
  ['alice', { identity: 'alice' }],
  [async () => 'alice', { identity: 'alice' }],
])('the identity %s is resolved', async (identity, expected) => {
  expect(await resolveIdentity(identity)).toMatchObject(expected)
})

test('an identity that cannot be resolved is none, with the reason', async () => {
  const resolved = await resolveIdentity(() => Promise.reject(new Error('signed out')))
  expect(resolved.identity).toBeUndefined()
  expect(resolved.failure).toContain('signed out')
})

describe('the platform', () => {
  test('is that of the options', () => {
    const clock = new FakeClock()
    const given = {
      ...{ clock, lifecycle: alwaysVisible, random: () => 0, frames: { schedule: () => () => {} } },
      ...{ locks: createFakeLocks().agent(), openBroadcast: () => ({}) as never, storage: {} as never },
    }
    expect(platformOf({ baseUrl: '', ...given })).toEqual(given)
  })

  test('outside of a page is always visible, and has a timer in place of frames', async () => {
    vi.stubGlobal('navigator', undefined)
    vi.stubGlobal('BroadcastChannel', undefined)
    const clock = new FakeClock()
    const platform = platformOf({ baseUrl: '', clock })
    expect([
      platform.lifecycle,
      platform.random,
      platform.locks,
      platform.openBroadcast,
      platform.storage,
    ]).toEqual([...[alwaysVisible, Math.random, undefined, undefined, undefined]])
    const callback = vi.fn()
    platform.frames.schedule(callback)
    await clock.advance(16)
    expect(callback).toHaveBeenCalledTimes(1)
  })

  test('of a page has its locks, its channels and its storage', () => {
    const [locks, storage] = [{}, {}]
    vi.stubGlobal('navigator', { locks, storage })
    const platform = platformOf({ baseUrl: '', clock: new FakeClock() })
    expect([platform.locks === locks, platform.storage === storage, typeof platform.openBroadcast]).toEqual([
      ...[true, true, 'function'],
    ])
  })
})

describe('the lifecycle of a document', () => {
  const start = () => {
    const view = Object.assign(new EventTarget(), { navigator: { onLine: false } })
    const page = Object.assign(new EventTarget(), { defaultView: view, visibilityState: 'hidden' })
    const lifecycle = documentLifecycle(page as unknown as Document)
    const listener = vi.fn()
    return { view, page, lifecycle, listener, unsubscribe: lifecycle.subscribe(listener) }
  }
  const show = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted })

  test('has the visibility and the network', () => {
    const { view, page, lifecycle } = start()
    expect([lifecycle.visible, lifecycle.online]).toEqual([false, false])
    Object.assign(page, { visibilityState: 'visible' })
    view.navigator.onLine = true
    expect([lifecycle.visible, lifecycle.online]).toEqual([true, true])
    Object.assign(page, { defaultView: null })
    expect(documentLifecycle(page as unknown as Document).online).toBe(true)
  })

  test('reports each change until it is unsubscribed', () => {
    const { view, page, listener, unsubscribe } = start()
    for (const type of ['visibilitychange', 'freeze', 'resume']) page.dispatchEvent(new Event(type))
    for (const type of ['online', 'offline', 'pagehide']) view.dispatchEvent(new Event(type))
    view.dispatchEvent(show(false))
    const changes = ['visibility', 'freeze', 'resume', 'online', 'offline', 'leave']
    expect(listener.mock.calls.flat()).toEqual(changes)
    view.dispatchEvent(show(true))
    expect(listener.mock.calls.flat()).toEqual([...changes, 'resume'])
    unsubscribe()
    page.dispatchEvent(new Event('freeze'))
    view.dispatchEvent(show(true))
    expect(listener).toHaveBeenCalledTimes(7)
  })

  test('outside of a page never changes', () => {
    expect([alwaysVisible.visible, alwaysVisible.subscribe(() => {})()]).toEqual([true, undefined])
  })
})

test('the request for a tree names the root by its resource, or by what the object says', () => {
  const options = { depth: 2, limit: 3, events: false, resources: ['pods'] } as const
  const pod = { metadata: { namespace: 'a', name: 'b', uid: 'u' } }
  const texts = ['a/b', { name: 'b', namespace: 'a' }, pod].map(name => {
    const request = relatedRequest({ resource: 'pods', object: name }, options as never)
    expect(request).toEqual({ root: { resource: 'pods', namespace: 'a', name: 'b' }, ...options })
    return JSON.stringify(request)
  })
  expect(new Set(texts).size).toBe(1)
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'a', name: 'b', uid: 'u' },
    resource: 'x',
  }
  const root = { apiVersion: 'v1', kind: 'Pod', namespace: 'a', name: 'b' }
  expect(relatedRequest(object as never, {}).root).toEqual(root)
  expect(relatedRequest({ kind: 'Pod' } as never, {}).root).toEqual({ kind: 'Pod' })
})

test('a slice is wanted while it has subscribers', () => {
  const [onWanted, onUnwanted, listener] = [vi.fn(), vi.fn(), vi.fn()]
  const replica = { state: { status: {} } } as unknown as Shown
  const options = { replica, family: 'f', request: () => ({ type: 'ping' }) as const }
  const slice = new ObservedSlice('k', options, { onWanted, onUnwanted })
  const calls = () => [onWanted, onUnwanted, listener].map(each => each.mock.calls.length)
  expect([slice.getState() === replica.state, slice.wanted, slice.wireId, slice.minGraceMs]).toEqual([
    ...[true, false, 0, 0],
  ])
  const [first, second] = [slice.subscribe(listener), slice.subscribe(() => {})]
  slice.notify()
  expect([slice.wanted, calls()]).toEqual([true, [1, 0, 1]])
  first()
  first()
  expect([slice.wanted, calls()]).toEqual([true, [1, 0, 1]])
  second()
  second()
  expect([slice.wanted, calls()]).toEqual([false, [1, 1, 1]])
})

describe('a change of an object', () => {
  const conflict = new StatusError({
    kind: 'Status',
    status: 'Failure',
    code: 409,
    reason: 'Conflict',
    message: 'no',
  })
  const object = { metadata: { name: 'a' } } as KubernetesObject

  function start(...results: readonly unknown[]) {
    const answers = [...results]
    const ask = vi.fn(async (..._call: unknown[]) => {
      const result = answers.shift()
      if (result instanceof Error) throw result
      return result
    })
    const run = vi.fn(async (..._call: unknown[]) => object)
    const calls = { ask, run } as unknown as Calls
    const { signal } = new AbortController()
    const change = vi.fn((each: KubernetesObject) => ({ ...each, changed: true }) as KubernetesObject)
    const options = { fieldManager: 'me', subresource: 'status' }
    const { accepted, settled } = mutate(calls, {
      ...{ resource: 'pods', signal, object: 'n/a', change, options },
    } as never)
    return { ask, run, change, accepted, settled, signal }
  }

  test('is read, changed and replaced', async () => {
    const { ask, run, accepted, settled, signal } = start('done')
    expect(await settled).toBe('done')
    expect(run.mock.calls).toEqual([
      [{ type: 'clientCall', resource: 'pods', verb: 'get', object: { namespace: 'n', name: 'a' } }, signal],
    ])
    const write = {
      ...{ verb: 'replace', object: { ...object, changed: true } },
      options: { fieldManager: 'me', subresource: 'status' },
    }
    expect(ask.mock.calls).toEqual([
      [{ verb: 'mutate', resource: 'pods', write, optimistic: undefined }, signal, expect.any(Function)],
    ])
    const [, , accept] = ask.mock.calls[0] as [unknown, unknown, (value: unknown) => void]
    accept('response')
    expect(await accepted).toBe('response')
  })

  test('is made again after a conflict, five times in total', async () => {
    const again = start(conflict, conflict, 'done')
    expect(await again.settled).toBe('done')
    expect([again.run.mock.calls.length, again.change.mock.calls.length]).toEqual([3, 3])
    const never = start(...Array(9).fill(conflict))
    await expect(never.settled).rejects.toBe(conflict)
    await expect(never.accepted).rejects.toBe(conflict)
    expect(never.ask).toHaveBeenCalledTimes(5)
  })

  test('is not made again after another error', async () => {
    const { ask, settled } = start(new UsageError('no'))
    await expect(settled).rejects.toThrow('no')
    expect(ask).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['is sent as it is', { object: { name: 'a' } }],
    ['may name its object by the earlier name of the member', { at: { name: 'a' } }],
  ])('that is a write %s', async (_, named) => {
    const ask = vi.fn(async (..._call: unknown[]) => 'done')
    const { settled } = mutate(
      { ask } as unknown as Calls,
      { ...{ resource: 'pods', verb: 'delete', ...named, optimistic: false } } as never,
    )
    expect(await settled).toBe('done')
    expect(ask.mock.calls[0]?.slice(0, 2)).toEqual([
      {
        verb: 'mutate',
        resource: 'pods',
        write: { verb: 'delete', object: { name: 'a' } },
        optimistic: false,
      },
      undefined,
    ])
  })
})
