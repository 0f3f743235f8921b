import type { Run } from '../bench-case.ts'
import { measureDeliveries } from './deliveries.ts'
import { FIRST, filledCacher, objectAt } from './objects.ts'

/** Watches of one scope, read as async iterables. */
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

async function readAll(watch: AsyncIterable<readonly unknown[]>, events: number): Promise<void> {
  let received = 0
  for await (const deliveries of watch) {
    received += deliveries.length
    if (received === events) return
  }
  throw new Error(`the watch ended behind ${received} events`)
}
