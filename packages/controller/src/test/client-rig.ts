import { createKubeClient, type Fetch, type InformerClient, type KubernetesObject } from '@kube-informer/core'
import {
  type ConfigMap,
  createFakeApiserver,
  type FakeApiserver,
  FakeClock,
  type FaultAction,
  seededRandom,
} from '@kube-informer/testing'
import { onTestFinished } from 'vitest'
import type { Client } from '../api/client.ts'
import type { Cache } from '../client/cache.ts'
import type { CacheOptions } from '../client/cache-options.ts'
import { createCache } from '../client/create-cache.ts'
import { type ClientOptions, createClient } from '../client/create-client.ts'

/** A client over a running cache and a fake apiserver. */
export interface ClientRig {
  readonly clock: FakeClock
  readonly server: FakeApiserver
  readonly kube: InformerClient
  readonly cache: Cache
  readonly client: Client
  /** Ends the cache. */
  readonly controller: AbortController
  /** Awaits a promise while the clock settles. */
  settle<T>(promise: Promise<T>): Promise<T>
  /** Replaces the response to the next writes. */
  fail(action: FaultAction, method?: string): void
}

export interface ClientRigOptions {
  readonly objects?: readonly KubernetesObject[]
  readonly cache?: Partial<CacheOptions>
  readonly client?: Partial<ClientOptions>
  /** Changes requests and responses. */
  readonly wrapFetch?: (fetch: Fetch) => Fetch
}

/** Starts a cache and a client. */
export function clientRig({
  objects = [],
  cache: cacheOptions,
  client: options,
  wrapFetch = fetch => fetch,
}: ClientRigOptions = {}): ClientRig {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, random: seededRandom(1), objects })
  const kube = createKubeClient({ baseUrl: 'http://fake', fetch: wrapFetch(server.fetch), clock })
  const cache = createCache({ client: kube, clock, random: () => 0.5, ...cacheOptions })
  const controller = new AbortController()
  void cache.run(controller.signal)
  onTestFinished(() => controller.abort())
  return {
    ...{ clock, server, kube, cache, controller },
    client: createClient({ client: kube, cache, clock, ...options }),
    settle: async promise => {
      promise.catch(() => {})
      await clock.settle()
      return promise
    },
    fail: (action, method = 'POST') => {
      server.faults.add({ times: 1, match: { method }, action })
    },
  }
}

/** A ConfigMap in the namespace `default`. */
export const configMap = (
  name: string,
  data: Record<string, string> = {},
  namespace = 'default',
): ConfigMap => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data }) as ConfigMap

/** The names of a list, sorted. */
export const namesOf = ({ items }: { readonly items: readonly KubernetesObject[] }): readonly string[] =>
  items.map(({ metadata }) => metadata?.name ?? '').toSorted()

/** Whether a promise has settled by now. */
export async function isSettled(promise: Promise<unknown>, clock: FakeClock): Promise<boolean> {
  let settled = false
  const note = () => {
    settled = true
  }
  promise.then(note, note)
  await clock.settle()
  return settled
}
