import { Cacher, type CacherSource } from '@kube-informer/cacher'
import type { KubernetesObject } from '@kube-informer/core'

const COUNT = 1000
/** The first resourceVersion. */
export const FIRST = 1_000_000

/** A small object with a resourceVersion. */
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

/** A source that must not be called. */
const source: CacherSource = {
  list: () => Promise.reject(new Error('the source must not be called')),
  get: () => Promise.reject(new Error('the source must not be called')),
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
