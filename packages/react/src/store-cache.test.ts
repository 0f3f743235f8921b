import { defineResource } from '@kube-informer/core'
import { defineInformers, type Subscription } from '@kube-informer/worker'
import { expect, test, vi } from 'vitest'
import { storeCacheOf } from './store-cache.ts'
import { createFakeConnection, type FakeConnection } from './test/fake-connection.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const fake = (): FakeConnection => createFakeConnection(defineInformers({ pods: { resource: pods } }))
const inNamespace = (value: string): Subscription => ({
  resource: 'pods',
  slice: { target: { type: 'index', index: 'namespace', value } },
})

test('equal subscriptions share a store, whatever the order of their members', () => {
  const cache = storeCacheOf(fake().connection)
  const store = cache.storeFor({ resource: 'pods', scope: { namespace: 'a', labelSelector: 'x' } })
  expect(cache.storeFor({ scope: { labelSelector: 'x', namespace: 'a' }, resource: 'pods' })).toBe(store)
  expect(cache.storeFor({ resource: 'pods' })).not.toBe(store)
})

test('connections share nothing', () => {
  const [a, b] = [fake(), fake()]
  expect(storeCacheOf(a.connection)).toBe(storeCacheOf(a.connection))
  expect(storeCacheOf(a.connection)).not.toBe(storeCacheOf(b.connection))
})

test('nothing is followed until somebody subscribes, and two subscribers follow once', () => {
  const server = fake()
  const { connection, followed } = server
  const store = storeCacheOf(connection).storeFor(inNamespace('a'))
  expect([followed(), server.starts]).toEqual([[], 0])

  const stops = [store.subscribe(() => {}), store.subscribe(() => {})]
  expect([followed().length, server.starts]).toEqual([1, 1])
  stops[0]?.()
  stops[0]?.()
  expect([followed().length, server.starts]).toEqual([1, 1])
  stops[1]?.()
  expect(followed()).toEqual([])
})

test('subscribe never notifies, even when there is news', () => {
  const { connection, push } = fake()
  const store = storeCacheOf(connection).storeFor(inNamespace('a'))
  push(inNamespace('a'), { total: 3 })
  const listener = vi.fn()
  store.subscribe(listener)
  expect(listener).not.toHaveBeenCalled()
  expect(store.getState().total).toBe(3)
})

test('a change is told once, and the same state not at all', () => {
  const { connection, push } = fake()
  const store = storeCacheOf(connection).storeFor(inNamespace('a'))
  const listener = vi.fn()
  store.subscribe(listener)
  push(inNamespace('a'), { total: 1 })
  push(inNamespace('b'), { total: 1 })
  expect(listener).toHaveBeenCalledTimes(1)
})

test('the initial state stays the empty one: it is what a server renders', () => {
  const { connection, push } = fake()
  push(inNamespace('a'), { total: 7 })
  const store = storeCacheOf(connection).storeFor(inNamespace('a'))
  expect(store.getInitialState().total).toBe(0)
  expect(store.getState().total).toBe(7)
})

test('a store that nobody follows shows what the connection knows now', () => {
  const { connection, push } = fake()
  const store = storeCacheOf(connection).storeFor(inNamespace('a'))
  push(inNamespace('a'), { total: 5 })
  expect(store.getState().total).toBe(5)
})

test('a store that is left and followed again, as StrictMode does, is still the shared one', () => {
  const { connection } = fake()
  const cache = storeCacheOf(connection)
  const store = cache.storeFor(inNamespace('a'))
  store.subscribe(() => {})()
  store.subscribe(() => {})
  expect(cache.storeFor(inNamespace('a'))).toBe(store)
})

test('stores of thrown away renders do not pile up, and those in use stay', () => {
  const cache = storeCacheOf(fake().connection)
  const used = cache.storeFor(inNamespace('used'))
  used.subscribe(() => {})
  for (let i = 0; i < 1_000; i++) cache.storeFor(inNamespace(`n${i}`))
  expect(cache.size).toBeLessThan(100)
  expect(cache.storeFor(inNamespace('used'))).toBe(used)
})
