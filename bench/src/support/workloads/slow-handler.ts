import { setImmediate, setTimeout } from 'node:timers/promises'
import { DeltaFIFO } from '@kube-informer/core/tools'
import type { Sample, Setup } from '../../runner/bench-case.ts'
import { sizeOf } from '../measure/operations.ts'
import { podAt, type SmallPod } from '../pods/small-pods.ts'

/**
 * BenchmarkAddWithSlowHandlers: the cost of one `add` for its caller while the consumer is always inside a handler that takes
 * 1 ms. No thread can block here, so it only shows whether the queue gets slower as it grows.
 */
export async function run(setup: Setup): Promise<Sample> {
  const { atomic } = setup
  const operations = sizeOf(setup, 'operations')
  const queue = new DeltaFIFO<SmallPod>({ atomic: atomic === true })
  const stopping = new AbortController()
  let handled = 0
  const consuming = consume(queue, stopping.signal, () => handled++)
  let version = 0
  const producing = setInterval(() => queue.update(podAt(0, ++version)), 1)
  let spent = 0
  for (let i = 0; i < operations; i++) {
    const other = podAt(1, ++version)
    const started = performance.now()
    queue.add(other)
    spent += performance.now() - started
    await setImmediate()
  }
  clearInterval(producing)
  stopping.abort()
  await consuming
  if (handled === 0) throw new Error('the handler was never called')
  return { microseconds: (spent * 1000) / operations }
}

async function consume(queue: DeltaFIFO<SmallPod>, signal: AbortSignal, onHandled: () => void) {
  while (await queue.pop(() => {}, signal)) {
    await setTimeout(1)
    onHandled()
  }
}
