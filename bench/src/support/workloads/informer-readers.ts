import { SharedIndexInformer } from '@kube-informer/core'
import { seededRandom } from '@kube-informer/testing'
import type { Sample, Setup } from '../../runner/bench-case.ts'
import { expectCount, microsecondsEach, sizeOf } from '../measure/operations.ts'
import { PushSource } from '../pods/push-source.ts'
import { podAt, podsUpTo, type SmallPod } from '../pods/small-pods.ts'

const IN_FLIGHT = 10

/**
 * BenchmarkSharedIndexInformer: changes of random Pods, at most ten of them unacknowledged, while readers list the
 * namespace that holds everything. In client-go, readers run continuously on threads of their own. On one thread, each of them
 * reads once for every write, and its time is part of the time of the write.
 */
export async function run(setup: Setup): Promise<Sample> {
  const { readers } = setup
  const count = sizeOf(setup, 'count')
  const operations = sizeOf(setup, 'operations')
  const pods = podsUpTo(count)
  const source = new PushSource<SmallPod>(pods)
  const informer = new SharedIndexInformer<SmallPod>({ listerWatcher: source, resyncPeriodMs: 60_000 })
  const random = seededRandom(1)
  let version = pods.length
  const write = () => source.modify(podAt(Math.floor(random() * pods.length), ++version))
  const read = (): number => {
    let seen = 0
    for (const pod of informer.lister.namespace('default').list()) if (pod.metadata.name !== '') seen++
    return seen
  }

  let onAcknowledged: () => void = () => {}
  informer.addEventHandler({ onUpdate: () => onAcknowledged() })
  const stopping = new AbortController()
  const running = informer.run(stopping.signal)
  await informer.synced()

  /** Resolves when this many writes are acknowledged. */
  const writeAll = (writes: number, readsEach: number) =>
    new Promise<void>(resolve => {
      let acknowledged = 0
      let sent = 0
      const send = () => {
        sent++
        write()
      }
      onAcknowledged = () => {
        for (let reader = 0; reader < readsEach; reader++) expectCount('Pods', read(), pods.length)
        if (++acknowledged === writes) resolve()
        else if (sent < writes) send()
      }
      while (sent < Math.min(IN_FLIGHT, writes)) send()
    })

  // The first update arrives after the initial adds were delivered.
  await writeAll(1, 0)
  const started = performance.now()
  await writeAll(operations, Number(readers))
  const microseconds = microsecondsEach(started, operations)
  stopping.abort()
  await running
  return { microseconds }
}
