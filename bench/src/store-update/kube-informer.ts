import { byPath, type ListerWatcher, SharedIndexInformer, type WatchEvent } from '@kube-informer/core'
import type { Sample, Setup } from '../bench-case.ts'
import { collectGarbage, FOLLOWED, type Item, itemAt, updatesOf } from './objects.ts'

/** The whole path of an event, from the Reflector to the handler; each event arrives alone, as in a separate read. */
export async function run({ count, updates }: Setup): Promise<Sample> {
  let begin: () => void = () => {}
  const ready = new Promise<void>(resolve => {
    begin = resolve
  })
  const listerWatcher: ListerWatcher<Item> = {
    list: async () => ({
      metadata: { resourceVersion: String(count) },
      items: Array.from({ length: Number(count) }, (_, i) => itemAt(i, i + 1)),
    }),
    watch: async (_, { signal }) => events(signal),
  }
  async function* events(signal: AbortSignal): AsyncGenerator<readonly WatchEvent<Item>[]> {
    await ready
    for (const object of updatesOf(Number(count), Number(updates))) yield [{ type: 'MODIFIED', object }]
    await new Promise(resolve => signal.addEventListener('abort', resolve))
  }
  const informer = new SharedIndexInformer<Item>({
    listerWatcher,
    indexers: { node: byPath('spec.nodeName') },
  })
  const stopping = new AbortController()
  const done = informer.run(stopping.signal)
  await informer.synced()

  let called = 0
  let last: Item | undefined
  const all = new Promise<void>(resolve => {
    informer.addEventHandler({
      onUpdate: (_, item) => {
        if (item.metadata.namespace !== FOLLOWED) return
        called++
        last = item
        if (item.metadata.resourceVersion === String(Number(count) + Number(updates))) resolve()
      },
    })
  })
  // The initial adds must be delivered before the time starts.
  await new Promise(resolve => setTimeout(resolve, 200))
  collectGarbage()
  const started = performance.now()
  begin()
  await all
  const microseconds = ((performance.now() - started) * 1000) / Number(updates)
  if (last === undefined || called === 0) throw new Error('no update arrived')
  stopping.abort()
  await done
  return { microseconds }
}
