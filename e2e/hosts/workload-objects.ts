import type { KubernetesObject } from '@kube-informer/core'
import type { Deployment, Event, Pod, PodTemplateSpec, ReplicaSet } from '@kube-informer/core/resources'
import type { At } from './workload-page.ts'

const labels = { app: 'web' }
const podSpec = { containers: [{ name: 'main', image: 'none' }] }
const selector = { matchLabels: labels }
const template: PodTemplateSpec = { metadata: { labels }, spec: podSpec }

/** An owner, as the server responds with it. */
interface Owner {
  readonly apiVersion: string
  readonly kind: string
  readonly object: KubernetesObject
}

/** A Deployment that no controller acts on. */
export const deploymentOf = (metadata: At, replicas: number): Deployment => ({
  metadata,
  spec: { replicas, selector, template },
})

/** A ReplicaSet of a Deployment. */
export const replicaSetOf = (metadata: At, object: Deployment): ReplicaSet => ({
  metadata: { ...metadata, ...ownedBy({ apiVersion: 'apps/v1', kind: 'Deployment', object }) },
  spec: { selector, template },
})

/** A Pod, which nothing runs; of a ReplicaSet, if one is given. */
export const podOf = (metadata: At, object?: ReplicaSet): Pod => ({
  metadata: {
    ...metadata,
    labels,
    ...(object && ownedBy({ apiVersion: 'apps/v1', kind: 'ReplicaSet', object })),
  },
  spec: podSpec,
})

/** An Event about a Pod. */
export const eventOf = (metadata: At, { metadata: about }: Pod): Event => ({
  metadata,
  involvedObject: {
    apiVersion: 'v1',
    kind: 'Pod',
    namespace: metadata.namespace,
    name: about?.name ?? '',
    uid: about?.uid ?? '',
  },
  reason: 'Started',
  message: 'the container has started',
  type: 'Normal',
})

function ownedBy({ apiVersion, kind, object }: Owner) {
  const { name = '', uid = '' } = object.metadata ?? {}
  return { ownerReferences: [{ apiVersion, kind, name, uid, controller: true }] }
}
