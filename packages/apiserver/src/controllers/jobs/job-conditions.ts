import type { Job, JobCondition } from '@kube-informer/core/resources'
import { timestamp } from '../../object/timestamp.ts'
import { withCondition } from '../base/patch-conditions.ts'

/** How a Job ended: `Complete` or `Failed`; undefined if it has not. */
export const finishedAs = ({ status }: Job): JobCondition | undefined =>
  status?.conditions?.find(
    ({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True',
  )

/** The conditions with one set; its time changes with its status only. */
export function withJobCondition(
  conditions: readonly JobCondition[] | undefined,
  [type, status, reason, message]: readonly [type: string, status: string, reason: string, message: string],
  nowMs: number,
): readonly JobCondition[] {
  const known = conditions?.find(condition => condition.type === type)
  if (known?.status === status && known.reason === reason) return conditions ?? []
  const now = timestamp(nowMs)
  const condition = { type, status, lastProbeTime: now, lastTransitionTime: now, reason, message }
  return withCondition(conditions, condition as JobCondition)
}
