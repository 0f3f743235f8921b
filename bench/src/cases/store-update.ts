import type { ListerWatcher, WatchEvent } from '@kube-informer/core'
import type { BenchCase, Contender, Run, Sample, Setup } from '../runner/bench-case.ts'
import { collectGarbage, FOLLOWED, type Item, itemAt, updatesOf } from '../support/pods/items.ts'

const at = (name: string, run: Run, count: number, setup: Setup = {}): Contender => ({
  name: `${name}, ${count.toLocaleString('en')} objects`,
  run,
  setup: { count, ...setup },
})

/** A contender that is ten times slower needs fewer updates for a measurable time. */
const FEWER = { updates: 50_000 }

/**
 * One update of a stored object, up to the call of a subscriber to its namespace: in the store alone, and on the whole path
 * from a watch through Reflector, queue and store to a handler.
 */
export const storeUpdate: BenchCase = {
  name: 'store-update',
  description: 'one update of a stored object, two indexes, one subscriber: until the subscriber is called',
  metrics: [{ key: 'microseconds', unit: 'us', digits: 2 }],
  setup: { updates: 200_000 },
  smoke: { updates: 500 },
  short: { setup: { updates: 100_000 }, bestOf: 2 },
  contenders: [
    { name: 'Map.set and a call', run: updateMap, setup: { count: 10_000 }, floor: true },
    { ...at('Indexer and a subscriber', updateIndexer, 1_000), extra: true },
    at('Indexer and a subscriber', updateIndexer, 10_000),
    at('Indexer and a subscriber', updateIndexer, 100_000),
    at('SharedIndexInformer', updateInformer, 1_000),
    at('SharedIndexInformer', updateInformer, 10_000),
    at('SharedIndexInformer', updateInformer, 100_000),
    at('@tanstack/db live query', updateCollection, 10_000, FEWER),
    { ...at('@tanstack/db live query', updateCollection, 100_000, FEWER), extra: true },
  ],
}

/** The floor: a Map and a function call. */
async function updateMap({ count, updates }: Setup): Promise<Sample> {
  const store = new Map<string, unknown>()
  for (let i = 0; i < Number(count); i++) store.set(itemAt(i, i + 1).metadata.uid, itemAt(i, i + 1))
  let called = 0
  const subscriber = () => {
    called++
  }
  collectGarbage()
  const started = performance.now()
  for (const item of updatesOf(Number(count), Number(updates))) {
    store.set(item.metadata.uid, item)
    subscriber()
  }
  const microseconds = ((performance.now() - started) * 1000) / Number(updates)
  if (called !== updates) throw new Error(`${called} calls instead of ${updates}`)
  return { microseconds }
}

/** The store alone, with a subscriber that is called after each write with the old and the new object. */
async function updateIndexer({ count, updates }: Setup): Promise<Sample> {
  const { byPath, Indexer, metaNamespaceIndex } = await import('@kube-informer/core')
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

/** The whole path of an event, from the Reflector to the handler; each event arrives alone, as in a separate read. */
async function updateInformer({ count, updates }: Setup): Promise<Sample> {
  const { byPath, SharedIndexInformer } = await import('@kube-informer/core')
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

interface Sync {
  begin(): void
  write(message: { type: 'insert' | 'update'; value: Item }): void
  commit(): unknown
}

/** A live query of the namespace, as in its documentation. */
async function updateCollection({ count, updates }: Setup): Promise<Sample> {
  const { createCollection, createLiveQueryCollection, eq } = await import('@tanstack/db')
  let sync: Sync | undefined
  const collection = createCollection<Item, string>({
    id: 'pods',
    getKey: item => item.metadata.uid,
    sync: {
      sync: ({ begin, write, commit, markReady }) => {
        sync = { begin: () => begin(), write: message => write(message), commit: () => commit() }
        begin()
        for (let i = 0; i < Number(count); i++) write({ type: 'insert', value: itemAt(i, i + 1) })
        commit()
        markReady()
      },
    },
  })
  const live = createLiveQueryCollection(query =>
    query.from({ pod: collection }).where(({ pod }) => eq(pod.metadata.namespace, FOLLOWED)),
  )
  await live.preload()
  let called = 0
  live.subscribeChanges(changes => {
    called += changes.length
  })
  const { begin, write, commit } = sync ?? fail()
  collectGarbage()
  const started = performance.now()
  for (const value of updatesOf(Number(count), Number(updates))) {
    begin()
    write({ type: 'update', value })
    commit()
  }
  const microseconds = ((performance.now() - started) * 1000) / Number(updates)
  if (called !== updates) throw new Error(`${called} changes instead of ${updates}`)
  return { microseconds }
}

function fail(): never {
  throw new Error('the collection did not start its sync')
}
