import type { CacherWatch } from '@kube-informer/cacher'
import type { Run } from '../bench-case.ts'
import { measureWatches } from './watches.ts'

/** Watches that are read in their `onReadable` callback. */
export const run: Run = measureWatches(readAll)

function readAll(watch: CacherWatch, events: number): Promise<void> {
  let received = 0
  return new Promise((resolve, reject) => {
    const read = () => {
      received += watch.take().length
      if (received === events) resolve()
      else if (watch.isOver) reject(new Error(`the watch ended after ${received} events`))
    }
    read()
    watch.onReadable(read)
  })
}
