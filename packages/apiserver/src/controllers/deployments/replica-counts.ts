import type { Deployment, ReplicaSet } from '@kube-informer/core/resources'
import { compareText } from '../../json/go-order.ts'
import { creationOf } from '../base/stored-metadata.ts'
import { annotatedCount, MAX_REPLICAS } from './annotations.ts'

const DEFAULT_SHARE = '25%'

/** The wanted number of replicas. */
export const replicasOf = ({ spec }: Deployment | ReplicaSet): number => spec.replicas ?? 1

/** Whether Pods are replaced gradually. */
export const isRolling = ({ spec }: Deployment): boolean => spec.strategy?.type !== 'Recreate'

/** How many Pods there may be beyond the wanted number, and how many may be unavailable. */
export interface Margins {
  readonly surge: number
  readonly unavailable: number
}

/** The margins of a rolling update; percentages of surge are rounded up, the others down. */
export function marginsOf(deployment: Deployment): Margins {
  const wanted = replicasOf(deployment)
  if (!isRolling(deployment)) return { surge: 0, unavailable: 0 }
  const { maxSurge = DEFAULT_SHARE, maxUnavailable = DEFAULT_SHARE } =
    deployment.spec.strategy?.rollingUpdate ?? {}
  const surge = scaled(maxSurge, wanted, Math.ceil)
  const unavailable = scaled(maxUnavailable, wanted, Math.floor)
  // Otherwise an update could not replace any Pod.
  const needed = surge === 0 && unavailable === 0 ? 1 : unavailable
  return { surge, unavailable: Math.min(needed, wanted) }
}

function scaled(value: number | string, total: number, round: (value: number) => number): number {
  if (typeof value === 'number') return value
  const percent = /^(\d+)%$/.exec(value)?.[1]
  return percent === undefined ? 0 : round((Number(percent) * total) / 100)
}

/** The sum of the wanted replicas. */
export const totalReplicas = (replicaSets: readonly ReplicaSet[]): number =>
  replicaSets.reduce((sum, replicaSet) => sum + replicasOf(replicaSet), 0)

/** The sum of the available replicas. */
export const totalAvailable = (replicaSets: readonly ReplicaSet[]): number =>
  replicaSets.reduce((sum, { status }) => sum + (status?.availableReplicas ?? 0), 0)

/** How far the new ReplicaSet can be scaled up now (deployment/util `NewRSNewReplicas`). */
export function nextReplicas(deployment: Deployment, all: readonly ReplicaSet[], current: number): number {
  const wanted = replicasOf(deployment)
  if (!isRolling(deployment)) return wanted
  const room = wanted + marginsOf(deployment).surge - totalReplicas(all)
  return room <= 0 ? current : current + Math.min(room, wanted - current)
}

/**
 * The new sizes of ReplicaSets when a Deployment is scaled in the middle of a rollout: in proportion to their sizes, the
 * rest to the largest.
 */
export function proportionalSizes(
  deployment: Deployment,
  active: readonly ReplicaSet[],
): readonly (readonly [ReplicaSet, number])[] {
  const wanted = replicasOf(deployment)
  const allowed = wanted > 0 ? wanted + marginsOf(deployment).surge : 0
  const toAdd = allowed - totalReplicas(active)
  const sorted = [...active].sort((a, b) => bySize(a, b, toAdd))
  let added = 0
  const sizes = sorted.map(replicaSet => {
    const share = proportion(replicaSet, deployment, toAdd, added)
    added += share
    return [replicaSet, replicasOf(replicaSet) + share] as const
  })
  return sizes.map(([replicaSet, size], index) =>
    index === 0 && toAdd !== 0
      ? ([replicaSet, Math.max(0, size + toAdd - added)] as const)
      : [replicaSet, size],
  )
}

/** The largest first; among equals the newest if Pods are added, otherwise the oldest. */
function bySize(a: ReplicaSet, b: ReplicaSet, toAdd: number): number {
  const byAge = compareText(creationOf(a), creationOf(b))
  return replicasOf(b) - replicasOf(a) || (toAdd > 0 ? -byAge : byAge)
}

function proportion(replicaSet: ReplicaSet, deployment: Deployment, toAdd: number, added: number): number {
  if (replicasOf(replicaSet) === 0 || toAdd === added) return 0
  const fraction = fractionOf(replicaSet, deployment)
  return toAdd > 0 ? Math.min(fraction, toAdd - added) : Math.max(fraction, toAdd - added)
}

function fractionOf(replicaSet: ReplicaSet, deployment: Deployment): number {
  const size = replicasOf(replicaSet)
  if (replicasOf(deployment) === 0) return -size
  const most = replicasOf(deployment) + marginsOf(deployment).surge
  const before = annotatedCount(replicaSet, MAX_REPLICAS) || (deployment.status?.replicas ?? 0)
  return before === 0 ? 0 : Math.round((size * most) / before) - size
}
