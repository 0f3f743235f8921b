import type { Sample, Setup } from '../../runner/bench-case.ts'
import { expectCount, microsecondsEach, sizeOf } from '../measure/operations.ts'
import { podsUpTo } from '../pods/small-pods.ts'

/** The floor: sets an existing object in a Map under an existing key. */
export async function run(setup: Setup): Promise<Sample> {
  const count = sizeOf(setup, 'count')
  const operations = sizeOf(setup, 'operations')
  const entries = podsUpTo(count).map(pod => [`default/${pod.metadata.name}`, pod] as const)
  const store = new Map<string, unknown>()
  const rounds = operations / count
  const started = performance.now()
  for (let round = 0; round < rounds; round++) {
    for (const [key, pod] of entries) store.set(key, pod)
  }
  const microseconds = microsecondsEach(started, rounds * entries.length)
  expectCount('keys', store.size, count)
  return { microseconds }
}
