import type { Deployment, DeploymentStatus, ReplicaSet } from '@kube-informer/core/resources'
import { generationOf } from '../base/stored-metadata.ts'
import { type Conditions, conditionOf, deadlineMs, setCondition, withoutCondition } from './conditions.ts'
import { marginsOf, replicasOf, totalAvailable, totalReplicas } from './replica-counts.ts'

/** The ReplicaSets of a Deployment. */
export interface Revisions {
  /** That of the current template. */
  readonly current: ReplicaSet | undefined
  readonly old: readonly ReplicaSet[]
}

/** All ReplicaSets. */
export const allOf = ({ current, old }: Revisions): readonly ReplicaSet[] =>
  current ? [...old, current] : old

/** The counts and the condition Available (pkg/controller/deployment `calculateStatus`). */
export function countedStatus(deployment: Deployment, revisions: Revisions, nowMs: number): DeploymentStatus {
  const all = allOf(revisions)
  const count = (of: (status: NonNullable<ReplicaSet['status']>) => number | undefined) =>
    all.reduce((sum, { status }) => sum + ((status && of(status)) ?? 0), 0)
  const available = totalAvailable(all)
  const isEnough = available >= replicasOf(deployment) - marginsOf(deployment).unavailable
  const conditions = setCondition(
    deployment.status?.conditions ?? [],
    isEnough
      ? ['Available', 'True', 'MinimumReplicasAvailable', 'Deployment has minimum availability.']
      : [
          'Available',
          'False',
          'MinimumReplicasUnavailable',
          'Deployment does not have minimum availability.',
        ],
    nowMs,
  )
  const { collisionCount } = deployment.status ?? {}
  return withoutZeros({
    observedGeneration: generationOf(deployment),
    replicas: count(({ replicas }) => replicas),
    updatedReplicas: revisions.current?.status?.replicas ?? 0,
    readyReplicas: count(({ readyReplicas }) => readyReplicas),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, totalReplicas(all) - available),
    terminatingReplicas: count(({ terminatingReplicas }) => terminatingReplicas),
    ...(collisionCount === undefined ? {} : { collisionCount }),
    conditions,
  })
}

/** The same with the progress of the rollout (`syncRolloutStatus`). */
export function rolloutStatus(deployment: Deployment, revisions: Revisions, nowMs: number): DeploymentStatus {
  const status = countedStatus(deployment, revisions, nowMs)
  const progressed = progressConditions(deployment, revisions, status, nowMs)
  const failure = [revisions.current, ...revisions.old]
    .flatMap(replicaSet => replicaSet?.status?.conditions ?? [])
    .find(({ type }) => type === 'ReplicaFailure')
  if (!failure) return { ...status, conditions: withoutCondition(progressed, 'ReplicaFailure') }
  const { status: is = '', reason = '', message = '' } = failure
  const conditions = setCondition(progressed, ['ReplicaFailure', is, reason, message], nowMs)
  return { ...status, conditions }
}

function progressConditions(
  deployment: Deployment,
  { current }: Revisions,
  status: DeploymentStatus,
  nowMs: number,
): Conditions {
  const { conditions = [] } = status
  const limitMs = deadlineMs(deployment)
  if (limitMs === undefined) return withoutCondition(conditions, 'Progressing')
  const known = conditionOf(deployment.status?.conditions, 'Progressing')
  const isDone = status.replicas === status.updatedReplicas && known?.reason === 'NewReplicaSetAvailable'
  if (isDone) return conditions
  const what = current
    ? `ReplicaSet "${current.metadata?.name}"`
    : `Deployment "${deployment.metadata?.name}"`
  const set = (list: Conditions, is: string, reason: string, text: string) =>
    setCondition(list, ['Progressing', is, reason, `${what} ${text}.`], nowMs)
  if (isComplete(deployment, status))
    return set(conditions, 'True', 'NewReplicaSetAvailable', 'has successfully progressed')
  if (hasProgressed(deployment.status, status)) {
    // The time of the last progress changes even if nothing else does.
    const others = withoutCondition(conditions, 'Progressing')
    const [next] = set([], 'True', 'ReplicaSetUpdated', 'is progressing')
    const since = known?.status === 'True' ? known.lastTransitionTime : undefined
    return next ? [...others, { ...next, ...(since ? { lastTransitionTime: since } : {}) }] : others
  }
  return isTimedOut(conditions, limitMs, nowMs)
    ? set(conditions, 'False', 'ProgressDeadlineExceeded', 'has timed out progressing')
    : conditions
}

/** Whether all Pods are updated and available, and no old ones are left. */
export const isComplete = (
  deployment: Deployment,
  status: DeploymentStatus | undefined = deployment.status,
): boolean =>
  (status?.updatedReplicas ?? 0) === replicasOf(deployment) &&
  (status?.replicas ?? 0) === replicasOf(deployment) &&
  (status?.availableReplicas ?? 0) === replicasOf(deployment) &&
  (status?.observedGeneration ?? 0) >= generationOf(deployment)

function hasProgressed(before: DeploymentStatus = {}, after: DeploymentStatus): boolean {
  const old = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus) => replicas - updatedReplicas
  return (
    (after.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    old(after) < old(before) ||
    (after.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  )
}

function isTimedOut(conditions: Conditions, limitMs: number, nowMs: number): boolean {
  const known = conditionOf(conditions, 'Progressing')
  if (!known || known.reason === 'NewReplicaSetAvailable') return false
  return (
    known.reason === 'ProgressDeadlineExceeded' || Date.parse(known.lastUpdateTime ?? '') + limitMs < nowMs
  )
}

/** When a rollout that does not progress has to be looked at again, in ms from now; undefined if it has ended. */
export function stuckInMs(
  deployment: Deployment,
  status: DeploymentStatus,
  nowMs: number,
): number | undefined {
  const limitMs = deadlineMs(deployment)
  const known = conditionOf(status.conditions, 'Progressing')
  if (limitMs === undefined || !known || deployment.spec.paused) return undefined
  if (isComplete(deployment, status) || known.reason === 'ProgressDeadlineExceeded') return undefined
  return Math.max(1_000, Date.parse(known.lastUpdateTime ?? '') + limitMs + 1_000 - nowMs)
}

const COUNTS = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
] as const

/** A server omits a count of zero. */
const withoutZeros = (status: DeploymentStatus): DeploymentStatus =>
  Object.fromEntries(
    Object.entries(status).filter(([name, value]) => value !== 0 || !COUNTS.some(count => count === name)),
  )

/** Whether two statuses are equal; one may lack a count of zero. */
export const isSameStatus = (a: DeploymentStatus | undefined, b: DeploymentStatus): boolean =>
  [...COUNTS, 'terminatingReplicas' as const, 'collisionCount' as const].every(
    name => (a?.[name] ?? 0) === (b[name] ?? 0),
  ) && JSON.stringify(a?.conditions ?? []) === JSON.stringify(b.conditions ?? [])
