import type { Sample, Setup } from '../bench-case.ts'
import { rateOf, startStopwatch } from '../pods/stopwatch.ts'

/** The floor without a network: each event is already a separate text; it is parsed and retained until the next one. */
export async function run({ url, events }: Setup): Promise<Sample> {
  const response = await fetch(`${url}/events`)
  const lines = (await response.text()).trimEnd().split('\n')
  let last: unknown
  // What fetching the events left behind would be collected meanwhile.
  globalThis.gc?.()
  const stopwatch = startStopwatch()
  for (const line of lines) last = JSON.parse(line)
  const rate = rateOf(stopwatch(), lines.length)
  if (lines.length !== events || last === undefined) throw new Error(`${lines.length} events`)
  return rate
}
