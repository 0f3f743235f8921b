import { type Cache, createCache } from '@kube-informer/controller'
import { createKubeClient, type InformerClient, type KubernetesObject } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import type { Setup } from '../../runner/bench-case.ts'
import { loadFetch } from '../pods/requests.ts'

/** A running cache whose informer of Pods has synced. */
export interface SyncedCache {
  readonly kube: InformerClient
  readonly cache: Cache
  readonly stop: () => Promise<void>
}

/** @param onObject called with each object before the cache stores it */
export async function startCache({ url }: Setup, onObject: () => void = () => {}): Promise<SyncedCache> {
  await loadFetch(url)
  const kube = createKubeClient({ baseUrl: String(url) })
  const defaultTransform = (object: KubernetesObject): KubernetesObject => {
    onObject()
    return object
  }
  const cache = createCache({ client: kube, defaultTransform })
  const stopping = new AbortController()
  const running = cache.run(stopping.signal)
  await cache.informerFor(pods).synced()
  const stop = (): Promise<void> => {
    stopping.abort()
    return running
  }
  return { kube, cache, stop }
}
