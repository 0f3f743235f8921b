import { type ListerWatcher, SharedIndexInformer, type WatchEvent } from '@kube-informer/core'
import type { Sample, Setup } from '../bench-case.ts'
import { collectGarbage, type Item, itemAt, updatesOf } from '../store-update/objects.ts'

/** Events in one network read. */
const READ = 100

/** The whole path from the Reflector to all handlers; the cost of the cache is divided among their calls. */
export async function run({ count, updates, handlers }: Setup): Promise<Sample> {
  const events = [...updatesOf(Number(count), Number(updates))].map(
    (object): WatchEvent<Item> => ({ type: 'MODIFIED', object }),
  )
  const go = Promise.withResolvers<void>()
  const listerWatcher: ListerWatcher<Item> = {
    list: async () => ({
      metadata: { resourceVersion: String(count) },
      items: Array.from({ length: Number(count) }, (_, i) => itemAt(i, i + 1)),
    }),
    watch: async (_, { signal }) => reads(signal),
  }
  async function* reads(signal: AbortSignal): AsyncGenerator<readonly WatchEvent<Item>[]> {
    await go.promise
    for (let start = 0; start < events.length; start += READ) yield events.slice(start, start + READ)
    await new Promise(resolve => signal.addEventListener('abort', resolve))
  }
  const informer = new SharedIndexInformer<Item>({ listerWatcher })
  const all = Promise.withResolvers<void>()
  const expected = Number(updates) * Number(handlers)
  let calls = 0
  const registrations = Array.from({ length: Number(handlers) }, () =>
    informer.addEventHandler({
      onUpdate: (_, item) => {
        if (item.kind === 'Pod' && ++calls === expected) all.resolve()
      },
    }),
  )
  const stopping = new AbortController()
  const running = informer.run(stopping.signal)
  await Promise.all(registrations.map(({ synced }) => synced))
  collectGarbage()
  const started = performance.now()
  go.resolve()
  await all.promise
  const nanoseconds = ((performance.now() - started) * 1e6) / calls
  stopping.abort()
  await running
  return { nanoseconds }
}
