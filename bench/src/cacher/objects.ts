import type { KubernetesObject } from '@kube-informer/core'
import { Cacher, type CacherSource } from '@kube-informer/core/cacher'

const COUNT = 1000
/** Where the versions begin. */
export const FIRST = 1_000_000

/** A small object in some version. */
export const objectAt = (index: number, version: number): KubernetesObject => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: {
    name: `pod-${index % COUNT}`,
    namespace: 'default',
    resourceVersion: String(version),
    labels: { app: 'bench' },
  },
})

/** A source of which nothing is asked. */
const source: CacherSource = {
  list: () => Promise.reject(new Error('nothing is asked of the source')),
  get: () => Promise.reject(new Error('nothing is asked of the source')),
  currentResourceVersion: () => Promise.resolve(String(FIRST)),
}

/** A cache of a thousand objects. */
export function filledCacher(): Cacher {
  const cacher = new Cacher({ type: { kind: 'Pod', apiVersion: 'v1' }, source })
  cacher.replace(
    Array.from({ length: COUNT }, (_, index) => objectAt(index, FIRST - COUNT + index)),
    String(FIRST),
  )
  return cacher
}
