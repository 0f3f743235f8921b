import type { Client, Reconciler } from '@kube-informer/controller'
import { type Clock, type KubernetesObject, sleep } from '@kube-informer/core'
import { type Deployment, deployments, type Pod, pods } from '@kube-informer/core/resources'

/** The label of a child: its parent's name. */
const PARENT_LABEL = 'parent'
export const NAMESPACE = 'default'

/** Observes reconciles; `key` is the parent's name. */
export interface KeeperObserver {
  onStart(key: string): void
  /** The number of children that this reconcile reads from its parent. */
  onWanted(key: string, wanted: number): void
  onEnd(key: string): void
}

/** Options of {@link keeper}. */
export interface KeeperOptions {
  readonly clock: Clock
  readonly workMs: number
  readonly observer: KeeperObserver
}

/**
 * Keeps as many Pods for each Deployment as it has replicas. The server generates the names of the Pods, so a Pod that is
 * created twice is one too many.
 */
export const keeper =
  ({ clock, workMs, observer }: KeeperOptions): Reconciler =>
  async ({ namespace, name }, { client, signal }) => {
    observer.onStart(name)
    try {
      const parent = await client.find(deployments, { namespace, name })
      if (!parent || parent.metadata?.deletionTimestamp) return
      const wanted = parent.spec?.replicas ?? 0
      observer.onWanted(name, wanted)
      const children = childrenOf(parent, (await client.list(pods, { namespace })).items)
      await sleep(clock, workMs, signal)
      signal.throwIfAborted()
      for (let count = children.length; count < wanted; count++) await client.create(pods, childOf(parent))
      for (const { metadata } of children.slice(wanted))
        await client.delete(pods, { namespace, name: metadata?.name ?? '' })
      await reportReplicas(client, parent, wanted)
    } finally {
      observer.onEnd(name)
    }
  }

/** The children of a parent that are not being deleted. */
export const childrenOf = ({ metadata }: KubernetesObject, candidates: readonly Pod[]): readonly Pod[] =>
  candidates.filter(
    pod =>
      !pod.metadata?.deletionTimestamp &&
      pod.metadata?.ownerReferences?.some(({ uid, controller }) => controller && uid === metadata?.uid),
  )

const childOf = ({ metadata: { name = '', uid = '' } = {} }: Deployment): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    generateName: `${name}-`,
    namespace: NAMESPACE,
    labels: { [PARENT_LABEL]: name },
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name, uid, controller: true }],
  },
  spec: { containers: [{ name: 'main', image: 'main' }] },
})

/** Writes the status if it changes, with the resourceVersion that was read: a conflict is retried. */
async function reportReplicas(client: Client, parent: Deployment, replicas: number): Promise<void> {
  if (parent.status?.replicas === replicas) return
  const { resourceVersion } = parent.metadata ?? {}
  const patch = { metadata: { resourceVersion }, status: { replicas } }
  await client.patch(deployments, parent, patch, { subresource: 'status' })
}
