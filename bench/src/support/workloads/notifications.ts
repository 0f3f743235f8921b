import { SharedIndexInformer } from '@kube-informer/core'
import type { Sample, Setup } from '../../runner/bench-case.ts'
import { expectCount, microsecondsEach, sizeOf } from '../measure/operations.ts'
import { PushSource } from '../pods/push-source.ts'
import { podsUpTo, type SmallPod } from '../pods/small-pods.ts'

/**
 * BenchmarkListener: a notification from the queue of a handler to the return of its `onAdd`. It does not involve the store:
 * handlers that are added to a synced cache receive an add for each object, and do nothing.
 */
export async function run(setup: Setup): Promise<Sample> {
  const { handlers } = setup
  const count = sizeOf(setup, 'count')
  const informer = new SharedIndexInformer<SmallPod>({ listerWatcher: new PushSource(podsUpTo(count)) })
  const stopping = new AbortController()
  const running = informer.run(stopping.signal)
  await informer.synced()

  const notifications = count * Number(handlers)
  let received = 0
  const started = performance.now()
  const registrations = Array.from({ length: Number(handlers) }, () =>
    informer.addEventHandler({
      onAdd: () => {
        received++
      },
    }),
  )
  await Promise.all(registrations.map(({ synced }) => synced))
  const microseconds = microsecondsEach(started, notifications)
  expectCount('notifications', received, notifications)
  stopping.abort()
  await running
  return { microseconds }
}
