import type { Clock } from '@kube-informer/core'
import { TimeSlice } from '../../api/time-slice.ts'

/** How many objects are handled without a pause. On Workers the clock stands still, so that a slice of time has no end. */
const OBJECTS_PER_SLICE = 100

/** What a long loop calls after each object. It returns what to wait for before the loop goes on. */
export type Pause = () => Promise<void> | undefined

/** Divides a loop into slices of a few milliseconds, so that the host can handle other requests in between. */
export function pausing(clock: Clock): Pause {
  const slice = new TimeSlice(clock)
  let count = 0
  return () => (++count % OBJECTS_PER_SLICE === 0 ? clock.yieldToHost() : slice.pause(false))
}
