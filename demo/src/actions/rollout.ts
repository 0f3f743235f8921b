import type { KubernetesObject } from '@kube-informer/core'
import { itemsAt, numberAt, textAt } from './fields.ts'

/** How far a workload is. */
export interface Rollout {
  readonly state: 'done' | 'waiting' | 'failed'
  readonly text: string
}

const waiting = (text: string): Rollout => ({ state: 'waiting', text })

/** How far the controller of a workload is, by the rules of `kubectl rollout status`, and of a scale down, which it lacks. */
export function rolloutOf(object: KubernetesObject): Rollout {
  const generation = object.metadata?.generation ?? 0
  const observed = numberAt(object, 'status', 'observedGeneration') ?? 0
  if (generation > observed) return waiting('The controller has not seen the change yet')
  const { kind } = object
  if (kind === 'DaemonSet') return ofDaemonSet(object)
  if (kind === 'Deployment') return ofDeployment(object)
  return ofReplicas(object)
}

function ofDeployment(object: KubernetesObject): Rollout {
  const desired = numberAt(object, 'spec', 'replicas') ?? 1
  const { replicas, updatedReplicas: updated, availableReplicas: available } = countsOf(object)
  if (reasonOf(object, 'Progressing') === 'ProgressDeadlineExceeded') {
    return { state: 'failed', text: `The rollout exceeded its deadline: ${updated} of ${desired} updated` }
  }
  if (updated < desired) return waiting(`${updated} of ${desired} updated`)
  if (replicas > updated) return waiting(`${count(replicas - updated, 'old replica')} terminating`)
  if (replicas > desired) return waiting(`${count(replicas - desired, 'replica')} terminating`)
  if (available < updated) return waiting(`${available} of ${updated} available`)
  return { state: 'done', text: `${available} of ${desired} ready` }
}

function ofDaemonSet(object: KubernetesObject): Rollout {
  const desired = numberAt(object, 'status', 'desiredNumberScheduled') ?? 0
  const updated = numberAt(object, 'status', 'updatedNumberScheduled') ?? 0
  const available = numberAt(object, 'status', 'numberAvailable') ?? 0
  if (updated < desired) return waiting(`${updated} of ${desired} updated`)
  if (available < desired) return waiting(`${available} of ${desired} available`)
  return { state: 'done', text: `${available} of ${desired} ready` }
}

/** StatefulSets, ReplicaSets, and what else counts its replicas. */
function ofReplicas(object: KubernetesObject): Rollout {
  const desired = numberAt(object, 'spec', 'replicas') ?? 1
  const { replicas, readyReplicas: ready, updatedReplicas: updated } = countsOf(object)
  if (ready < desired) return waiting(`${ready} of ${desired} ready`)
  if (replicas > desired) return waiting(`${count(replicas - desired, 'replica')} terminating`)
  const revision = textAt(object, 'status', 'updateRevision')
  if (
    revision !== undefined &&
    revision !== textAt(object, 'status', 'currentRevision') &&
    updated < desired
  ) {
    return waiting(`${updated} of ${desired} updated`)
  }
  return { state: 'done', text: `${ready} of ${desired} ready` }
}

/** The numbers of a workload's status. */
export function countsOf(object: KubernetesObject): {
  readonly replicas: number
  readonly updatedReplicas: number
  readonly readyReplicas: number
  readonly availableReplicas: number
} {
  const of = (name: string): number => numberAt(object, 'status', name) ?? 0
  return {
    replicas: of('replicas'),
    updatedReplicas: of('updatedReplicas'),
    readyReplicas: of('readyReplicas'),
    availableReplicas: of('availableReplicas'),
  }
}

function reasonOf(object: KubernetesObject, type: string): string | undefined {
  const condition = itemsAt(object, 'status', 'conditions').find(item => textAt(item, 'type') === type)
  return textAt(condition, 'reason')
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
