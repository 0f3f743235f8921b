import { controllerOf } from '@kube-informer/controller'
import { labelMatcher } from '@kube-informer/core'
import type { Pod, ReplicaSet, ReplicaSetCondition, ReplicaSetStatus } from '@kube-informer/core/resources'
import { availableInMs, isReady, isTerminating } from './pod-state.ts'

/** What a status is computed from. */
export interface StatusInput {
  /** The Pods that count as replicas. */
  readonly claimed: readonly Pod[]
  /** All Pods of the ReplicaSet, with those that terminate. */
  readonly pods: readonly Pod[]
  /** Why creations or deletions failed. */
  readonly failure?: Error | undefined
  readonly nowMs: number
}

/** Computes the status of a ReplicaSet (upstream's `calculateStatus`). */
export function replicaSetStatus(
  replicaSet: ReplicaSet,
  { claimed, pods, failure, nowMs }: StatusInput,
): ReplicaSetStatus {
  const { metadata, spec, status } = replicaSet
  const matchesTemplate = labelMatcher({ matchLabels: spec.template?.metadata?.labels ?? {} })
  const conditions = nextConditions(replicaSet, claimed.length, failure, nowMs)
  const isSelected = labelMatcher(spec.selector)
  const leaving = pods.filter(
    pod =>
      isTerminating(pod) &&
      controllerOf(pod)?.uid === metadata?.uid &&
      isSelected(pod.metadata?.labels ?? {}),
  )
  return {
    ...status,
    replicas: claimed.length,
    fullyLabeledReplicas: claimed.filter(pod => matchesTemplate(pod.metadata?.labels ?? {})).length,
    readyReplicas: claimed.filter(isReady).length,
    availableReplicas: claimed.filter(pod => availableInMs(pod, spec.minReadySeconds ?? 0, nowMs) === 0)
      .length,
    terminatingReplicas: leaving.length,
    observedGeneration: metadata?.generation ?? 0,
    ...(conditions && { conditions }),
  }
}

/** The condition ReplicaFailure appears with the first failure, keeps that message, and goes with the next success. */
function nextConditions(
  { spec, status }: ReplicaSet,
  replicas: number,
  failure: Error | undefined,
  nowMs: number,
): readonly ReplicaSetCondition[] | undefined {
  const conditions = status?.conditions
  const failed = conditions?.some(({ type }) => type === 'ReplicaFailure') ?? false
  if (!failure && failed) return conditions?.filter(({ type }) => type !== 'ReplicaFailure')
  if (!failure || failed) return conditions
  const missing = (spec.replicas ?? 1) - replicas
  const condition = {
    type: 'ReplicaFailure',
    status: 'True',
    lastTransitionTime: `${new Date(nowMs).toISOString().slice(0, 19)}Z`,
    reason: missing > 0 ? 'FailedCreate' : missing < 0 ? 'FailedDelete' : '',
    message: failure.message,
  }
  return [...(conditions ?? []), condition]
}

/** Whether two statuses say the same; the server omits a count of zero. */
export function isSameStatus(a: ReplicaSetStatus | undefined, b: ReplicaSetStatus): boolean {
  const counts = [
    'replicas',
    'fullyLabeledReplicas',
    'readyReplicas',
    'availableReplicas',
    'observedGeneration',
  ] as const
  return (
    a !== undefined &&
    counts.every(name => (a[name] ?? 0) === (b[name] ?? 0)) &&
    a.terminatingReplicas === b.terminatingReplicas &&
    // Conditions that do not change remain the same array.
    a.conditions === b.conditions
  )
}
