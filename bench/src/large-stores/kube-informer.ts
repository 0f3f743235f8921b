import { byPath, SharedIndexInformer } from '@kube-informer/core'
import type { Sample, Setup } from '../bench-case.ts'
import { podAt, podsUpTo, type SmallPod } from '../workloads/objects.ts'
import { PushSource } from '../workloads/push-source.ts'
import { sizeOf } from '../workloads/size-of.ts'
import { expectCount } from '../workloads/stopwatch.ts'
import { Laps } from './laps.ts'

/** kube-informer, with an index by node in addition to the one by namespace. */
export async function run(setup: Setup): Promise<Sample> {
  const count = sizeOf(setup, 'count')
  const pods = podsUpTo(count)
  const source = new PushSource<SmallPod>(pods)
  const informer = new SharedIndexInformer<SmallPod, 'node'>({
    listerWatcher: source,
    indexers: { node: byPath('spec.nodeName') },
  })
  let onUpdated: () => void = () => {}
  const handler = informer.addEventHandler({ onUpdate: () => onUpdated() })
  const stopping = new AbortController()

  const laps = new Laps()
  const running = informer.run(stopping.signal)
  await informer.synced()
  laps.end('syncMs')
  const all = informer.indexer.list()
  laps.end('listMs')
  const ofNode = informer.indexer.byIndex('node', 'node-0')
  laps.end('byIndexMs')

  expectCount('objects', all.length, count)
  expectCount('objects of the namespace', informer.indexer.byIndex('namespace', 'default').length, count)
  expectCount('objects of a node', ofNode.length, pods.filter(pod => pod.spec.nodeName === 'node-0').length)
  await handler.synced
  const updated = new Promise<void>(resolve => {
    onUpdated = resolve
  })
  laps.start()
  source.modify(podAt(0, count + 1))
  await updated
  laps.end('updateMs')

  expectCount('version', Number(informer.lastSyncResourceVersion), count + 1)
  stopping.abort()
  await running
  return laps.sample
}
