import type { Run } from '../bench-case.ts'
import { rateOf, startStopwatch } from '../pods/stopwatch.ts'
import { somePods, versionsOf } from './pod-versions.ts'

/** The floor: only the JSON text of each event. */
export const run: Run = async ({ events }) => {
  const pods = somePods()
  globalThis.gc?.()
  const stopwatch = startStopwatch()
  let characters = 0
  for (const pod of versionsOf(pods, Number(events))) characters += JSON.stringify(pod).length
  const rate = rateOf(stopwatch(), Number(events))
  if (characters < Number(events) * 6000) throw new Error(`${characters} characters`)
  return rate
}
