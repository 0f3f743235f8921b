import { createFakeApiserver } from '@kube-informer/testing'
import type { Run } from '../bench-case.ts'
import { measureIdle } from './idle.ts'

/** Watches of the fake apiserver over HTTP, each with a pending read. */
export const run: Run = async ({ watches }) => {
  const server = createFakeApiserver()
  const sample = await measureIdle(Number(watches), async count => {
    const open: unknown[] = []
    for (let index = 0; index < count; index++) {
      const query = `watch=1&resourceVersion=${server.rv}&allowWatchBookmarks=true`
      const { body } = await server.fetch(`http://fake/api/v1/pods?${query}`)
      const reader = body?.getReader()
      open.push([reader, reader?.read()])
    }
    return open
  })
  if (server.openWatches < Number(watches)) throw new Error(`${server.openWatches} watches are open`)
  server.dropWatches()
  return sample
}
