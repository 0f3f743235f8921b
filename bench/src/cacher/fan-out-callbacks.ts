import type { CacherWatch } from '@kube-informer/core/cacher'
import type { Run } from '../bench-case.ts'
import { measureDeliveries } from './deliveries.ts'
import { FIRST, filledCacher, objectAt } from './objects.ts'

/** Watches of one scope, read when they say that there is something. */
export const run: Run = setup =>
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

function readAll(watch: CacherWatch, events: number): Promise<void> {
  let received = 0
  return new Promise((resolve, reject) => {
    const read = () => {
      received += watch.take().length
      if (received === events) resolve()
      else if (watch.isOver) reject(new Error(`the watch ended behind ${received} events`))
    }
    read()
    watch.onReadable(read)
  })
}
