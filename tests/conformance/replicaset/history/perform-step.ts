import { controllerOf } from '@kube-informer/controller'
import { type KubernetesObject, retryOnConflict } from '@kube-informer/core'
import { type Pod, pods, type ReplicaSet, replicaSets, resourceQuotas } from '@kube-informer/core/resources'
import { claimPods } from '../plan.ts'
import type { HistoryKubelet } from './kubelet.ts'
import type { Step } from './steps.ts'
import { isSettled, NAME, ordinalOf, type View, type World } from './world.ts'

/** The labels that the ReplicaSet selects, and those of a Pod that it has released. */
const LABELS = { app: 'web' }
const RELEASED = { app: 'other' }

/** Waits for a view of the server that satisfies a condition. */
export type WaitFor = (condition: (view: View) => boolean) => Promise<View>

/** A ReplicaSet of a history. */
export const newReplicaSet = (namespace: string, replicas: number): ReplicaSet => ({
  metadata: { namespace, name: NAME },
  spec: {
    replicas,
    selector: { matchLabels: LABELS },
    template: { metadata: { labels: LABELS }, spec: podSpec() },
  },
})

const podSpec = () => ({ containers: [{ name: 'web', image: 'web:1' }] })

/** Applies one change to the server. */
export async function performStep(
  step: Step,
  view: View,
  world: World,
  kubelet: HistoryKubelet,
  waitFor: WaitFor,
): Promise<void> {
  const { client, namespace } = world
  const at = { namespace, name: NAME }
  const patchSet = (spec: Partial<ReplicaSet['spec']>) => client.patch(replicaSets, at, { spec })
  const label = (pod: Pod, labels: object) =>
    client.patch(pods, { namespace, name: nameOf(pod) }, { metadata: { labels } })
  const forEach = async (numbers: readonly number[], act: (pod: Pod) => Promise<unknown>) => {
    for (const pod of view.pods) if (numbers.includes(ordinalOf(pod) ?? -1)) await act(pod)
  }
  switch (step.kind) {
    case 'scale':
      for (const replicas of step.replicas) await patchSet({ replicas })
      return
    case 'release':
      return forEach(step.pods, pod => label(pod, RELEASED))
    case 'adopt':
      return forEach(step.pods, pod => label(pod, LABELS))
    case 'delete':
      return forEach(step.pods, pod => client.delete(pods, { namespace, name: nameOf(pod) }))
    case 'fail':
      return forEach(step.pods, pod => kubelet.report(pod, { phase: 'Failed' }))
    case 'unready':
      return forEach(step.pods, pod =>
        kubelet.report(pod, { conditions: [{ type: 'Ready', status: 'False' }] }),
      )
    case 'orphan':
      for (let index = 0; index < step.count; index++) {
        await client.create(pods, {
          metadata: { namespace, generateName: 'orphan-', labels: LABELS },
          spec: podSpec(),
        })
      }
      return
    case 'end':
      return kubelet.endPods(view)
    case 'template':
      await patchSet({ template: { metadata: { labels: step.labels } } })
      return
    case 'min-ready': {
      await patchSet({ minReadySeconds: step.seconds })
      const endMs = Date.now() + step.seconds * 1000
      const [pod] = ownedInOrder(view)
      const condition = {
        type: 'Ready',
        status: 'True',
        lastTransitionTime: new Date().toISOString(),
      } as const
      if (pod) await kubelet.report(pod, { phase: 'Running', conditions: [condition] })
      // No event announces that a Pod has become available: the controller has to look again by itself.
      await waitFor(now => Date.now() > endMs && isSettled(now))
      return
    }
    case 'recreate':
      await client.delete(replicaSets, at, { propagationPolicy: 'Orphan' })
      await waitFor(now => !now.replicaSet && isSettled(now))
      await client.create(replicaSets, newReplicaSet(namespace, step.replicas))
      return
    case 'remove':
      await client.delete(replicaSets, at, { propagationPolicy: 'Foreground' })
      await kubelet.endPods(await waitFor(now => now.pods.every(pod => !controllerOf(pod) || isLeaving(pod))))
      await waitFor(now => !now.replicaSet)
      return
    case 'quota':
      await withQuota(step.allowed, world, async () => {
        await patchSet({ replicas: step.replicas })
        await waitFor(now => hasFailed(now, ownedInOrder(view).length + step.allowed))
      })
  }
}

const isLeaving = ({ metadata }: Pod): boolean => metadata?.deletionTimestamp !== undefined

const nameOf = ({ metadata }: KubernetesObject): string => metadata?.name ?? ''

function ownedInOrder({ replicaSet, pods: all }: View): readonly Pod[] {
  const owned = replicaSet ? claimPods(replicaSet, all).owned : []
  return owned.toSorted((a, b) => (ordinalOf(a) ?? 0) - (ordinalOf(b) ?? 0))
}

/** Whether the ReplicaSet has this many Pods and reports that it cannot create more. */
function hasFailed({ replicaSet, pods: all }: View, replicas: number): boolean {
  const condition = replicaSet?.status?.conditions?.find(({ type }) => type === 'ReplicaFailure')
  return (
    condition?.reason === 'FailedCreate' &&
    replicaSet?.status?.replicas === replicas &&
    ownedInOrder({ replicaSet, pods: all }).length === replicas
  )
}

/** Allows some more Pods while `act` runs. No controller counts them here: the test writes the quota's status. */
async function withQuota(
  allowed: number,
  { client, namespace }: World,
  act: () => Promise<void>,
): Promise<void> {
  const at = { namespace, name: 'quota' }
  const hard = { pods: `${allowed}` }
  await client.create(resourceQuotas, { metadata: at, spec: { hard } })
  await retryOnConflict(() =>
    client.patch(resourceQuotas, at, { status: { hard, used: { pods: '0' } } }, { subresource: 'status' }),
  )
  try {
    await act()
  } finally {
    await client.delete(resourceQuotas, at)
  }
}
