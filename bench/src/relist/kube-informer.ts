import { randomUUID } from 'node:crypto'
import {
  createKubeClient,
  createListWatch,
  type ListerWatcher,
  SharedIndexInformer,
  systemClock,
} from '@kube-informer/core'
import { Backoff } from '@kube-informer/core/tools'
import { pods } from '@kube-informer/testing'
import type { Sample, Setup } from '../bench-case.ts'
import { startStopwatch } from '../pods/stopwatch.ts'
import { changesAmong, RELIST_VERSION } from './changes.ts'

/** kube-informer, without the backoff before the relist. */
export async function run({ url, count, form }: Setup): Promise<Sample> {
  const server = `${url}/${randomUUID()}`
  const client = createKubeClient({ baseUrl: server })
  const listerWatcher: ListerWatcher<unknown> =
    form === 'row'
      ? createListWatch(client, pods, { form: 'row', encoding: 'json' })
      : createListWatch(client, pods)
  const backoff = new Backoff({ clock: systemClock, random: Math.random, baseMs: 0 })
  const informer = new SharedIndexInformer<unknown>({ listerWatcher, backoff })
  let updates = 0
  let others = 0
  const delivered = new Promise<void>(resolve => {
    informer.addEventHandler({
      onAdd: (_, isInInitialList) => {
        if (!isInInitialList) others++
      },
      onUpdate: () => {
        if (++updates === changesAmong(Number(count))) resolve()
      },
      onDelete: () => {
        others++
      },
    })
  })
  const stopping = new AbortController()
  const running = informer.run(stopping.signal)
  await informer.synced()
  // The watch opens shortly after the list is in the cache.
  await new Promise<void>(resolve => {
    const check = () => informer.status.link === 'live' && resolve()
    informer.subscribeStatus(check)
    check()
  })
  globalThis.gc?.()
  const stopwatch = startStopwatch()
  await (await fetch(`${server}/go`)).text()
  await delivered
  const lap = stopwatch()
  if (informer.indexer.size !== count || others > 0)
    throw new Error(`${informer.indexer.size} objects, ${others}`)
  if (informer.lastSyncResourceVersion !== String(RELIST_VERSION))
    throw new Error('not at the new resourceVersion')
  stopping.abort()
  await running
  return lap
}
