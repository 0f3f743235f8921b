import { type Connection, type Subscription, subscriptionKey } from '@kube-informer/worker'
import { createSliceStore, type SliceStore } from './slice-store.ts'

/** How many stores may wait for their first subscriber; a render that React throws away leaves one behind. */
const MAX_WAITING = 64

/** The stores of one connection, by subscription. */
export interface StoreCache {
  /** The same store for equal subscriptions, as long as somebody follows it. */
  storeFor(subscription: Subscription): SliceStore
  readonly size: number
}

const caches = new WeakMap<Connection, StoreCache>()

/** The cache that belongs to a connection; it lives outside React, so that StrictMode and Suspense find it again. */
export function storeCacheOf(connection: Connection): StoreCache {
  const known = caches.get(connection)
  if (known) return known
  const cache = createStoreCache(connection)
  caches.set(connection, cache)
  return cache
}

function createStoreCache(connection: Connection): StoreCache {
  const followed = new Map<string, SliceStore>()
  const waiting = new Map<string, SliceStore>()

  const create = (key: string, subscription: Subscription): SliceStore => {
    const store = createSliceStore({
      observer: connection.observe(subscription),
      onActive: () => {
        waiting.delete(key)
        // A second store of the same key is possible after an eviction; the first one stays the shared one.
        if (!followed.has(key)) followed.set(key, store)
      },
      onIdle: () => {
        if (followed.get(key) === store) followed.delete(key)
      },
    })
    waiting.set(key, store)
    dropOldest(waiting, MAX_WAITING)
    return store
  }

  return {
    storeFor(subscription) {
      const key = subscriptionKey(subscription)
      return followed.get(key) ?? waiting.get(key) ?? create(key, subscription)
    },
    get size() {
      return followed.size + waiting.size
    },
  }
}

function dropOldest(map: Map<string, unknown>, limit: number): void {
  if (map.size <= limit) return
  for (const key of map.keys()) {
    map.delete(key)
    return
  }
}
