import type { BodyStore } from '@kube-informer/core/snapshot'

/** A store in memory, for tests. */
export function createMemoryBodyStore(): BodyStore & { readonly size: number } {
  const bodies = new Map<string, { readonly resourceVersion: string; readonly body: string }>()
  return {
    get size() {
      return bodies.size
    },
    put: (key, resourceVersion, body) => {
      bodies.set(key, { resourceVersion, body })
    },
    get: (key, resourceVersion) => {
      const stored = bodies.get(key)
      return stored?.resourceVersion === resourceVersion ? stored.body : undefined
    },
    delete: (key, resourceVersion) => {
      if (bodies.get(key)?.resourceVersion === resourceVersion) bodies.delete(key)
    },
  }
}
