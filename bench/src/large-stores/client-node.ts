import { ListWatch, type Watch } from '@kubernetes/client-node'
import type { Sample, Setup } from '../bench-case.ts'
import { podAt, podsUpTo, type SmallPod } from '../workloads/objects.ts'
import { sizeOf } from '../workloads/size-of.ts'
import { expectCount } from '../workloads/stopwatch.ts'
import { Laps } from './laps.ts'

type OnEvent = (phase: string, object: SmallPod) => void

/** The official client's cache. It has one index, by namespace, so that index is read. */
export async function run(setup: Setup): Promise<Sample> {
  const count = sizeOf(setup, 'count')
  const items = podsUpTo(count)
  let onEvent: OnEvent = () => {}
  const watch = {
    watch: async (_path: string, _query: unknown, callback: OnEvent) => {
      onEvent = callback
      return new AbortController()
    },
  }
  const list = async () => ({ metadata: { resourceVersion: String(count) }, items })
  const cache = new ListWatch<SmallPod>('/api/v1/pods', watch as unknown as Watch, list, false)
  let updates = 0
  cache.on('update', () => {
    updates++
  })

  const laps = new Laps()
  await cache.start()
  laps.end('syncMs')
  const all = listOrNothing(cache)
  // A failed list has no time; its column stays empty.
  if (all) laps.end('listMs')
  laps.start()
  const ofNamespace = cache.list('default')
  laps.end('byIndexMs')
  onEvent('MODIFIED', podAt(0, count + 1))
  laps.end('updateMs')

  if (all) expectCount('objects', all.length, count)
  expectCount('objects of the namespace', ofNamespace.length, count)
  expectCount('updates', updates, 1)
  return laps.sample
}

/** It spreads a whole namespace into the arguments of one call, which overflows the stack. */
function listOrNothing(cache: ListWatch<SmallPod>): readonly SmallPod[] | undefined {
  try {
    return cache.list()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    console.error(`@kubernetes/client-node, list() of ${cache.list('default').length} objects: ${error}`)
    return undefined
  }
}
