import { labelMatcher } from '@kube-informer/core'
import type { Pod, ReplicaSet, ReplicaSetCondition, ReplicaSetStatus } from '@kube-informer/core/resources'
import { timestamp } from '../../object/timestamp.ts'
import { availableInMs, isReady } from '../base/pod-state.ts'
import { generationOf, labelsOf } from '../base/stored-metadata.ts'

/** What a status is computed from. */
export interface ReplicaSetFacts {
  /** The Pods that count as replicas. */
  readonly claimed: readonly Pod[]
  /** The number of its Pods that are being deleted. */
  readonly terminating: number
  /** Why creations failed. */
  readonly failure: string | undefined
  readonly nowMs: number
}

/** The status of a ReplicaSet (pkg/controller/replicaset `calculateStatus`). */
export function replicaSetStatus(replicaSet: ReplicaSet, facts: ReplicaSetFacts): ReplicaSetStatus {
  const { spec, status } = replicaSet
  const { claimed, terminating, nowMs } = facts
  const isFull = labelMatcher({ matchLabels: labelsOf(spec.template ?? {}) })
  const minReady = spec.minReadySeconds ?? 0
  const conditions = conditionsOf(replicaSet, facts)
  const { conditions: _before, ...rest } = status ?? {}
  return withoutZeros({
    ...rest,
    replicas: claimed.length,
    fullyLabeledReplicas: claimed.filter(pod => isFull(labelsOf(pod))).length,
    readyReplicas: claimed.filter(isReady).length,
    availableReplicas: claimed.filter(pod => availableInMs(pod, minReady, nowMs) === 0).length,
    terminatingReplicas: terminating,
    observedGeneration: generationOf(replicaSet),
    ...(conditions && conditions.length > 0 ? { conditions } : {}),
  })
}

const OMITTED = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'] as const

/** A server omits these counts if they are zero. */
function withoutZeros(status: ReplicaSetStatus): ReplicaSetStatus {
  const zeros = OMITTED.filter(name => !status[name])
  return Object.fromEntries(
    Object.entries(status).filter(([name]) => !zeros.some(zero => zero === name)),
  ) as unknown as ReplicaSetStatus
}

/** The condition ReplicaFailure comes with the first failure and goes with the next success. */
function conditionsOf(
  { status }: ReplicaSet,
  { failure, nowMs }: ReplicaSetFacts,
): readonly ReplicaSetCondition[] | undefined {
  const others = status?.conditions?.filter(({ type }) => type !== 'ReplicaFailure')
  if (failure === undefined) return others
  const known = status?.conditions?.find(({ type }) => type === 'ReplicaFailure')
  const condition = known ?? {
    type: 'ReplicaFailure',
    status: 'True',
    lastTransitionTime: timestamp(nowMs),
    reason: 'FailedCreate',
    message: failure,
  }
  return [...(others ?? []), condition]
}

/** Whether two statuses are equal; a server omits a count of zero, and older writers `terminatingReplicas`. */
export function isSameReplicaSetStatus(a: ReplicaSetStatus | undefined, b: ReplicaSetStatus): boolean {
  const counts = ['replicas', 'terminatingReplicas', ...OMITTED] as const
  return (
    a !== undefined &&
    counts.every(name => (a[name] ?? 0) === (b[name] ?? 0)) &&
    JSON.stringify(a.conditions ?? []) === JSON.stringify(b.conditions ?? [])
  )
}
