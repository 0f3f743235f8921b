import { sleep, systemClock } from '@kube-informer/core'
import { seededRandom } from '@kube-informer/testing'
import type { Sample, Setup } from '../bench-case.ts'
import { sizeOf } from './size-of.ts'
import { microsecondsEach } from './stopwatch.ts'

/**
 * BenchmarkReflectorResyncChanMany: a timer of up to 25 ms is made and stopped at once. A Reflector's resync timer is
 * its own business; it waits with `sleep`, so that is what is made, and the abort of a signal is what stops it.
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
