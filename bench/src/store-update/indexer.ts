import { byPath, Indexer, metaNamespaceIndex } from '@kube-informer/core'
import type { Sample, Setup } from '../bench-case.ts'
import { collectGarbage, FOLLOWED, type Item, itemAt, updatesOf } from './objects.ts'

/** The store alone, with a subscriber that is called after each write with the old and the new object. */
export async function run({ count, updates }: Setup): Promise<Sample> {
  const indexer = new Indexer<Item>({
    indexers: { namespace: metaNamespaceIndex, node: byPath('spec.nodeName') },
  })
  for (let i = 0; i < Number(count); i++) indexer.add(itemAt(i, i + 1))
  let called = 0
  const subscriber = (_: Item | undefined, item: Item) => {
    if (item.metadata.namespace === FOLLOWED) called++
  }
  collectGarbage()
  const started = performance.now()
  for (const item of updatesOf(Number(count), Number(updates))) {
    const before = indexer.get(item)
    indexer.update(item)
    subscriber(before, item)
  }
  const microseconds = ((performance.now() - started) * 1000) / Number(updates)
  if (called !== updates) throw new Error(`${called} calls instead of ${updates}`)
  return { microseconds }
}
