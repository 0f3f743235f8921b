import { defineResource } from '@kube-informer/core'
import { defineInformers } from '@kube-informer/worker'
import { INITIAL_SLICE_STATE } from '@kube-informer/worker/internal'
import { expect, test, vi } from 'vitest'
import { subscribeWithSelector } from 'zustand/middleware'
import { createSliceStore } from './slice-store.ts'
import { createFakeConnection, type FakeConnection } from './testing/create-fake-connection.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const definitions = defineInformers({ pods: { resource: pods } })
const fake = (): FakeConnection<typeof definitions> => createFakeConnection(definitions)
const inNamespace = (value: string) =>
  ({ resource: 'pods', slice: { target: { type: 'index', index: 'namespace', value } } }) as const

test('creating and reading a store subscribes to nothing; two subscribers share one subscription', () => {
  const server = fake()
  const { connection, activeKeys } = server
  const store = createSliceStore(connection, inNamespace('a'))
  store.getState()
  expect([activeKeys(), server.starts]).toEqual([[], 0])

  const [first, second] = [store.subscribe(() => {}), store.subscribe(() => {})]
  expect([activeKeys().length, server.starts]).toEqual([1, 1])
  first()
  first()
  expect([activeKeys().length, server.starts]).toEqual([1, 1])
  second()
  expect(activeKeys()).toEqual([])
})

test('stores of equal subscriptions share one subscription and the same state object', () => {
  const server = fake()
  const { connection, push } = server
  const stores = [
    createSliceStore(connection, { resource: 'pods', scope: { namespace: 'a', labelSelector: 'x' } }),
    createSliceStore(connection, { scope: { labelSelector: 'x', namespace: 'a' }, resource: 'pods' }),
  ]
  for (const store of stores) store.subscribe(() => {})
  expect(server.starts).toBe(1)
  push({ resource: 'pods', scope: { namespace: 'a', labelSelector: 'x' } }, { total: 2 })
  expect(stores[0]?.getState().total).toBe(2)
  expect(stores[1]?.getState()).toBe(stores[0]?.getState())
})

test('subscribe does not call its listener, even when the state has changed since it was last read', () => {
  const { connection, push } = fake()
  const store = createSliceStore(connection, inNamespace('a'))
  push(inNamespace('a'), { total: 3 })
  const listener = vi.fn()
  store.subscribe(listener)
  expect(listener).not.toHaveBeenCalled()
  expect(store.getState().total).toBe(3)
})

test('a listener receives each change once, with the previous state', () => {
  const { connection, push } = fake()
  const store = createSliceStore(connection, inNamespace('a'))
  const listener = vi.fn()
  store.subscribe(listener)
  const before = store.getState()
  push(inNamespace('a'), { total: 1 })
  push(inNamespace('b'), { total: 1 })
  expect(listener.mock.calls).toEqual([[store.getState(), before]])
})

test('a listener is not called after it unsubscribed; others are', () => {
  const { connection, push } = fake()
  const store = createSliceStore(connection, inNamespace('a'))
  const [left, stayed] = [vi.fn(), vi.fn()]
  const unsubscribe = store.subscribe(left)
  store.subscribe(stayed)
  unsubscribe()
  push(inNamespace('a'), { total: 1 })
  expect([left.mock.calls.length, stayed.mock.calls.length]).toEqual([0, 1])
})

test('the initial state stays empty: a server renders it', () => {
  const { connection, push } = fake()
  push(inNamespace('a'), { total: 7 })
  const store = createSliceStore(connection, inNamespace('a'))
  expect(store.getInitialState()).toBe(INITIAL_SLICE_STATE)
  expect(store.getState().total).toBe(7)
})

test('getState of a store without subscribers returns what the connection holds now, by reference', () => {
  const { connection, push } = fake()
  const store = createSliceStore(connection, inNamespace('a'))
  push(inNamespace('a'), { total: 5 })
  expect(store.getState().total).toBe(5)
  expect(store.getState()).toBe(store.getState())
  expect(store.getState()).toBe(connection.observe(inNamespace('a')).getState())
})

test('a store whose last subscriber left can be subscribed to again, as StrictMode and Activity do', () => {
  const { connection, push, activeKeys } = fake()
  const store = createSliceStore(connection, inNamespace('a'))
  store.subscribe(() => {})()
  push(inNamespace('a'), { total: 2 })
  const listener = vi.fn()
  store.subscribe(listener)
  expect([store.getState().total, activeKeys().length]).toEqual([2, 1])
  push(inNamespace('a'), { total: 3 })
  expect(listener).toHaveBeenCalledOnce()
})

test('a store that is read again keeps its rows until the host has sent them, but not after an error', () => {
  const { connection, push } = fake()
  const store = createSliceStore(connection, inNamespace('a'))
  const { status } = INITIAL_SLICE_STATE
  const row = { metadata: { name: 'x' } }
  const leave = store.subscribe(() => {})
  push(inNamespace('a'), { data: [row], status: { ...status, data: 'complete', link: 'live' } })
  leave()
  // The connection has removed the slice, which then starts again.
  push(inNamespace('a'), { data: [], total: 0, status })
  store.subscribe(() => {})
  expect(store.getState()).toMatchObject({
    data: [row],
    total: 1,
    status: { data: 'complete', link: 'connecting' },
  })
  const denied = { ...status, error: new Error('no') }
  push(inNamespace('a'), { data: [], total: 0, status: denied })
  expect(store.getState()).toMatchObject({ data: [], total: 0, status: denied })
})

test('setState changes one store, until its slice changes', () => {
  const { connection, push } = fake()
  const [store, other] = [inNamespace('a'), inNamespace('a')].map(s => createSliceStore(connection, s))
  const listener = vi.fn()
  store?.setState({ total: 9 })
  expect(store?.getState().total).toBe(9)
  store?.subscribe(listener)
  store?.setState({ total: 10 })
  expect([listener.mock.calls.length, store?.getState().total, other?.getState().total]).toEqual([1, 10, 0])
  push(inNamespace('a'), { total: 1 })
  expect(store?.getState().total).toBe(1)
})

test('a zustand middleware can be applied to a store', () => {
  const { connection, push } = fake()
  const store = createSliceStore(connection, inNamespace('a'))
  const totals: number[][] = []
  subscribeWithSelector(store.getState)(store.setState, store.getState, store as never)
  const { subscribe } = store as unknown as WithSelector<ReturnType<typeof store.getState>>
  subscribe(
    state => state.total,
    (total, previous) => totals.push([previous, total]),
  )
  push(inNamespace('a'), { total: 1 })
  push(inNamespace('a'), { groups: [] })
  push(inNamespace('a'), { total: 2 })
  expect(totals).toEqual([
    [0, 1],
    [1, 2],
  ])
})

test('changes of the slice go through a setState that a middleware replaced', () => {
  const { connection, push } = fake()
  const store = createSliceStore(connection, inNamespace('a'))
  const setState = vi.spyOn(store, 'setState')
  store.subscribe(() => {})
  push(inNamespace('a'), { total: 1 })
  expect(setState).toHaveBeenLastCalledWith(store.getState(), true)
})

interface WithSelector<T> {
  subscribe<U>(selector: (state: T) => U, listener: (selected: U, previous: U) => void): () => void
}
