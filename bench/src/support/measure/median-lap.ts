import type { Sample } from '../../runner/bench-case.ts'
import { median } from '../../runner/statistics.ts'
import { startStopwatch } from './stopwatch.ts'

/** Unmeasured passes, so that the code is optimized, as in a worker that has run for a while. */
const WARM_UP = 2

/** The median time of the passes. */
export async function medianLap(passes: number, pass: (index: number) => Promise<void>): Promise<Sample> {
  const laps: Sample[] = []
  for (let index = 0; index < WARM_UP + passes; index++) {
    // Collects the garbage of the previous pass first.
    globalThis.gc?.()
    const stopwatch = startStopwatch()
    await pass(index)
    if (index >= WARM_UP) laps.push({ ...stopwatch() })
  }
  const of = (key: string) => median(laps.map(lap => lap[key] ?? Number.NaN))
  return { ms: of('ms'), cpuMs: of('cpuMs') }
}
