import type { CacherWatch } from '@kube-informer/cacher'
import type { Run } from '../bench-case.ts'
import { measureDeliveries } from './deliveries.ts'
import { FIRST, filledCacher, objectAt } from './objects.ts'

/** Watches of one scope of a Cacher, each read to its end by the given function. */
export const measureWatches =
  (readAll: (watch: CacherWatch, events: number) => Promise<void>): Run =>
  setup =>
    measureDeliveries(setup, async ({ readers, events }) => {
      const cacher = filledCacher()
      const reading: Promise<void>[] = []
      for (let reader = 0; reader < readers; reader++) {
        const watch = await cacher.watch({
          namespace: 'default',
          resourceVersion: String(FIRST),
          queueSize: 100,
        })
        reading.push(readAll(watch, events))
      }
      return {
        write: version => cacher.update(objectAt(version, FIRST + version)),
        finished: Promise.all(reading).then(() => undefined),
      }
    })
