import { controllerOf } from '@kube-informer/controller'
import { type InformerClient, isNotFound } from '@kube-informer/core'
import { type Pod, pods, type ReplicaSet, replicaSets } from '@kube-informer/core/resources'
import { claimPods } from '../plan.ts'

import { isSameStatus, replicaSetStatus } from '../replica-set-status.ts'

/** The annotation with which the kubelet of a history numbers Pods: names are random, so they cannot be compared. */
export const ORDINAL = 'history.test/ordinal'

/** The name of the ReplicaSet of a history. */
export const NAME = 'web'

/** Where a history happens. */
export interface World {
  readonly client: InformerClient
  readonly namespace: string
}

/** All objects of a history at one moment. */
export interface View {
  readonly replicaSet: ReplicaSet | undefined
  readonly pods: readonly Pod[]
}

/** The number of a Pod; undefined before the kubelet has seen it. */
export function ordinalOf({ metadata }: Pod): number | undefined {
  const text = metadata?.annotations?.[ORDINAL]
  return text === undefined ? undefined : Number(text)
}

/** Reads the objects from the server. */
export async function look({ client, namespace }: World): Promise<View> {
  const [replicaSet, list] = await Promise.all([
    client.get(replicaSets, { namespace, name: NAME }).catch(error => {
      if (isNotFound(error)) return undefined
      throw error
    }),
    client.list(pods, { namespace }),
  ])
  return { replicaSet, pods: list.items }
}

/** Whether nothing is left to do: the Pods are those that the ReplicaSet wants, and its status says so. */
export function isSettled({ replicaSet, pods: all }: View): boolean {
  if (!replicaSet) return all.every(pod => controllerOf(pod) === undefined)
  if (replicaSet.metadata?.deletionTimestamp) return false
  const { owned, orphans, strays } = claimPods(replicaSet, all)
  const expected = replicaSetStatus(replicaSet, { claimed: owned, pods: all, nowMs: Date.now() })
  return (
    owned.length === replicaSet.spec.replicas &&
    orphans.length + strays.length === 0 &&
    isSameStatus(replicaSet.status, expected)
  )
}

/** What two histories are compared by. Names, uids and times differ. */
export function describeView({ replicaSet, pods: all }: View): object {
  const { conditions, ...counts } = replicaSet?.status ?? { replicas: 0 }
  return {
    wanted: replicaSet?.spec.replicas,
    status: {
      ...counts,
      conditions: conditions?.map(({ type, status, reason }) => ({ type, status, reason })),
    },
    pods: all.map(describePod).sort(),
  }
}

function describePod(pod: Pod): string {
  const { metadata, spec, status } = pod
  const owner = controllerOf(pod)
  const words = [
    `#${ordinalOf(pod) ?? '?'}`,
    JSON.stringify(metadata?.labels ?? {}),
    owner ? `of ${owner.kind} ${owner.name}, blocking: ${owner.blockOwnerDeletion}` : 'without a controller',
    spec?.nodeName ?? 'unassigned',
    status?.phase ?? '',
    metadata?.deletionTimestamp ? 'terminating' : '',
  ]
  return words.join(' ').trim()
}
