import { sleep, systemClock } from '@kube-informer/core'
import { seededRandom } from '@kube-informer/testing'
import type { Sample, Setup } from '../../runner/bench-case.ts'
import { microsecondsEach, sizeOf } from '../measure/operations.ts'

/**
 * BenchmarkReflectorResyncChanMany: creates a timer of up to 25 ms and stops it at once. The resync timer of a Reflector is not
 * public; it waits with `sleep`, so this calls `sleep` and aborts its signal.
 */
export async function run(setup: Setup): Promise<Sample> {
  const operations = sizeOf(setup, 'operations')
  const random = seededRandom(1)
  const started = performance.now()
  for (let i = 0; i < operations; i++) {
    const stopping = new AbortController()
    const slept = sleep(systemClock, random() * 25, stopping.signal)
    stopping.abort()
    await slept
  }
  return { microseconds: microsecondsEach(started, operations) }
}
