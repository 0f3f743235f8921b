import { Indexer, type ListerWatcher, type ListOptions, Reflector } from '@kube-informer/core'
import { generatePods, type Pod } from '@kube-informer/testing'
import type { Sample, Setup } from '../../runner/bench-case.ts'
import { expectCount, microsecondsEach, sizeOf } from '../measure/operations.ts'

/**
 * BenchmarkReflectorList: three pages of 100 Pods into a store. client-go calls `list` of one Reflector repeatedly (and gets
 * three pages only the first time). Here the Reflector has no such method, so each list uses a new Reflector.
 */
export async function run(setup: Setup): Promise<Sample> {
  const { pages } = setup
  const pageSize = sizeOf(setup, 'pageSize')
  const operations = sizeOf(setup, 'operations')
  const count = Number(pages) * pageSize
  const listerWatcher = pagesOf(generatePods({ count }))
  const started = performance.now()
  for (let i = 0; i < operations; i++) {
    expectCount('Pods', await listOnce(listerWatcher, pageSize), count)
  }
  return { microseconds: microsecondsEach(started, operations) }
}

async function listOnce(listerWatcher: ListerWatcher<Pod>, pageSize: number): Promise<number> {
  const stopping = new AbortController()
  const store = new Indexer<Pod>()
  // Aborts inside the call that delivers the list, so that the Reflector does not start a watch.
  const observer = { onListed: () => stopping.abort() }
  await new Reflector({ listerWatcher, store, observer, pageSize }).run(stopping.signal)
  return store.size
}

const pagesOf = (items: readonly Pod[]): ListerWatcher<Pod> => ({
  list: async ({ limit, continue: token = '0' }: ListOptions) => {
    const from = Number(token)
    const to = limit ? from + limit : items.length
    const more = to < items.length ? { continue: String(to) } : {}
    return { metadata: { resourceVersion: '1', ...more }, items: items.slice(from, to) }
  },
  watch: () => Promise.reject(new Error('this source has no watch')),
})
