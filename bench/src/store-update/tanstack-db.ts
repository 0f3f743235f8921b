import { createCollection, createLiveQueryCollection, eq } from '@tanstack/db'
import type { Sample, Setup } from '../bench-case.ts'
import { collectGarbage, FOLLOWED, type Item, itemAt, updatesOf } from './objects.ts'

interface Sync {
  begin(): void
  write(message: { type: 'insert' | 'update'; value: Item }): void
  commit(): unknown
}

/** A live query of the namespace, as in its documentation. */
export async function run({ count, updates }: Setup): Promise<Sample> {
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
