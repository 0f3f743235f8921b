import type { Condition } from '../../actions/conditions.ts'
import type { Tone } from '../../ui/tone.ts'

/** Conditions that are bad when they are true. All others are good then, by the API conventions. */
const NEGATIVE =
  /(Pressure|Unavailable|Failed|Failure|Failing|Error|Degraded|Stalled|DisruptionTarget|Terminating|Conflict\w*|NotAccepted|Invalid|Dangling|PendingResize)$/i

/** Conditions that say how something ended or what was asked for: neither value is a problem. */
const NEUTRAL = new Set(['Suspended', 'ScalingLimited', 'PodScheduled/SchedulingGated'])

/** The color of a condition. */
export function conditionTone({ type, status, reason }: Condition): Tone {
  if (status === 'Unknown') return 'wait'
  if (NEUTRAL.has(type) || NEUTRAL.has(`${type}/${reason}`)) return 'done'
  // A Pod that has completed is not ready, as it should be.
  if (reason === 'PodCompleted') return 'done'
  const isGood = NEGATIVE.test(type) ? status === 'False' : status === 'True'
  return isGood ? 'good' : 'bad'
}
