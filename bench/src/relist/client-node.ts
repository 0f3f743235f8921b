import { randomUUID } from 'node:crypto'
import type { Sample, Setup } from '../bench-case.ts'
import { createClientNodeInformer } from '../pods/client-node.ts'
import { startStopwatch } from '../pods/stopwatch.ts'
import { changesAmong } from './changes.ts'

/** The official JavaScript client, which relists after a 410. */
export async function run({ url, count }: Setup): Promise<Sample> {
  const server = `${url}/${randomUUID()}`
  const informer = createClientNodeInformer(server)
  let added = 0
  let updates = 0
  const opened = new Promise<void>(resolve => informer.on('connect', resolve))
  const synced = new Promise<void>(resolve => {
    informer.on('add', () => {
      if (++added === count) resolve()
    })
  })
  const delivered = new Promise<void>((resolve, reject) => {
    informer.on('update', () => {
      if (++updates === changesAmong(Number(count))) resolve()
    })
    informer.on('error', reject)
  })
  void informer.start()
  await Promise.all([opened, synced])
  await new Promise(resolve => setTimeout(resolve, 300))
  globalThis.gc?.()
  const stopwatch = startStopwatch()
  await (await fetch(`${server}/go`)).text()
  await delivered
  const lap = stopwatch()
  if (informer.list().length !== count) throw new Error(`${informer.list().length} objects`)
  void informer.stop()
  return lap
}
