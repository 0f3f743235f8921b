import { isNotFound, type KubeClient } from '@kube-informer/core'
import type { Client } from '../api/client.ts'

/** A client without a cache, for tests of the parts that need only the interface. */
export const directClient = (kube: KubeClient): Client => ({
  ...kube,
  get: (resource, at, { signal } = {}) => kube.get<never>(resource, at, { signal }),
  find: (resource, at, { signal } = {}) =>
    kube.get<never>(resource, at, { signal }).catch((error: unknown) => {
      if (isNotFound(error)) return undefined
      throw error
    }),
  list: (resource, { namespace, signal } = {}) =>
    kube.list(resource, namespace === undefined ? {} : { namespace }, { signal }),
})
