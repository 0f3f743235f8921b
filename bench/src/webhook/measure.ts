import type { Sample, Setup } from '../bench-case.ts'
import { median } from '../statistics.ts'

/** The median time of the rounds. */
export async function measure({ rounds }: Setup, round: () => Promise<void>): Promise<Sample> {
  const times: number[] = []
  for (let left = Number(rounds); left > 0; left--) {
    const started = performance.now()
    await round()
    times.push(performance.now() - started)
  }
  return { microseconds: median(times) * 1000 }
}
