import { DeltaFIFO } from '@kube-informer/core/tools'
import type { Sample, Setup } from '../../runner/bench-case.ts'
import { expectCount, sizeOf } from '../measure/operations.ts'
import { podAt, type SmallPod } from '../pods/small-pods.ts'

/**
 * BenchmarkDeltaFIFOListKeys has no counterpart, because this queue does not list its keys. Instead, two operations on 20,000
 * pending keys are measured: `keyOf` of all of them, and popping all of them.
 */
export async function run(setup: Setup): Promise<Sample> {
  const { action } = setup
  const count = sizeOf(setup, 'count')
  const operations = sizeOf(setup, 'operations')
  const half = count / 2
  const pods = ['a', 'b'].flatMap(namespace =>
    Array.from({ length: half }, (_, i) => podAt(i, i + 1, namespace)),
  )
  const act = action === 'keyOf' ? keyAll : popAll
  let spent = 0
  for (let i = 0; i < operations; i++) {
    const queue = new DeltaFIFO<SmallPod>()
    for (const pod of pods) queue.add(pod)
    const started = performance.now()
    const reached = await act(queue, pods)
    spent += performance.now() - started
    expectCount('keys', reached, pods.length)
  }
  return { microseconds: (spent * 1000) / operations }
}

function keyAll(queue: DeltaFIFO<SmallPod>, pods: readonly SmallPod[]): number {
  let keys = 0
  for (const pod of pods) if (queue.keyOf(pod) !== '') keys++
  return keys
}

async function popAll(queue: DeltaFIFO<SmallPod>): Promise<number> {
  let taken = 0
  while (queue.length > 0) {
    await queue.popBatch(deltas => {
      taken += deltas.length
    })
  }
  return taken
}
