import type { ServedKind } from '@kube-informer/cacher'
import { createCacherHandler } from '@kube-informer/cacher/http'
import { systemClock } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import type { Run } from '../bench-case.ts'
import { measureIdle } from './idle.ts'
import { FIRST, filledCacher } from './objects.ts'

const kind: ServedKind = {
  resource: pods,
  listKind: 'PodList',
  isBuiltIn: true,
  selectableFields: [],
  columns: async () => [],
}

/** Watches of a Cacher over HTTP, each with a pending read. */
export const run: Run = async ({ watches }) => {
  const cacher = filledCacher()
  const handler = createCacherHandler({ kind, reads: cacher, clock: systemClock })
  const sample = await measureIdle(Number(watches), async count => {
    const open: unknown[] = []
    for (let index = 0; index < count; index++) {
      const query = `watch=1&resourceVersion=${FIRST}&allowWatchBookmarks=true`
      const { body } = await handler(new Request(`http://cacher/api/v1/pods?${query}`))
      const reader = body?.getReader()
      open.push([reader, reader?.read()])
    }
    return open
  })
  if (cacher.openWatches < Number(watches)) throw new Error(`${cacher.openWatches} watches are open`)
  cacher.stop()
  return sample
}
