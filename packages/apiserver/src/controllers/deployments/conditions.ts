import type { Deployment, DeploymentCondition } from '@kube-informer/core/resources'
import { timestamp } from '../../object/timestamp.ts'

const UNLIMITED = 2 ** 31 - 1
const DEFAULT_DEADLINE_SECONDS = 600

/** The conditions of a Deployment. */
export type Conditions = readonly DeploymentCondition[]

/** Type, status, reason and message of a condition. */
export type ConditionText = readonly [type: string, status: string, reason: string, message: string]

/** One condition of a list. */
export const conditionOf = (
  conditions: Conditions | undefined,
  type: string,
): DeploymentCondition | undefined => conditions?.find(condition => condition.type === type)

/** The list without a condition. */
export const withoutCondition = (conditions: Conditions, type: string): Conditions =>
  conditions.filter(condition => condition.type !== type)

/** The list with a condition; a known one with this status and reason stays (deployment/util `SetDeploymentCondition`). */
export function setCondition(
  conditions: Conditions,
  [type, status, reason, message]: ConditionText,
  nowMs: number,
): Conditions {
  const known = conditionOf(conditions, type)
  if (known?.status === status && known.reason === reason) return conditions
  const now = timestamp(nowMs)
  const since = known?.status === status ? known.lastTransitionTime : now
  const next = { type, status, lastUpdateTime: now, lastTransitionTime: since ?? now, reason, message }
  return [...withoutCondition(conditions, type), next] as Conditions
}

/** The time in which a rollout has to progress, in ms; undefined without a limit. */
export function deadlineMs({ spec }: Deployment): number | undefined {
  const { progressDeadlineSeconds = DEFAULT_DEADLINE_SECONDS } = spec
  return progressDeadlineSeconds === UNLIMITED ? undefined : progressDeadlineSeconds * 1000
}
