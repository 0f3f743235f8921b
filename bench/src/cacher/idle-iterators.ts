import type { Run } from '../bench-case.ts'
import { measureIdle } from './idle.ts'
import { FIRST, filledCacher } from './objects.ts'

/** Watches with bookmarks and a deadline, each with a pending `next()`. */
export const run: Run = async ({ watches }) => {
  const cacher = filledCacher()
  const sample = await measureIdle(Number(watches), async count => {
    const open: unknown[] = []
    for (let index = 0; index < count; index++) {
      const watch = await cacher.watch({
        namespace: 'default',
        resourceVersion: String(FIRST),
        allowWatchBookmarks: true,
      })
      const iterator = watch[Symbol.asyncIterator]()
      open.push([iterator, iterator.next()])
    }
    return open
  })
  cacher.stop()
  return sample
}
