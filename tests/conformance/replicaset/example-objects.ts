import type { ContainerStatus, Pod, PodStatus, ReplicaSet } from '@kube-informer/core/resources'

/** The time of the tests. */
export const NOW_MS: number = Date.parse('2030-01-31T12:00:00Z')

/** A time before {@link NOW_MS} as Kubernetes writes it. */
export const ago = (ms: number): string => `${new Date(NOW_MS - ms).toISOString().slice(0, 19)}Z`

/** A ReplicaSet `web` of three Pods with the label `app=web`. */
export function exampleReplicaSet(
  spec: Partial<ReplicaSet['spec']> = {},
  metadata: ReplicaSet['metadata'] = {},
): ReplicaSet {
  const labels = { app: 'web' }
  return {
    metadata: { namespace: 'ns', name: 'web', uid: 'web-uid', generation: 1, ...metadata },
    spec: {
      replicas: 3,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
      ...spec,
    },
  }
}

/** What distinguishes a Pod of a test. */
export interface ExamplePod {
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  /** The uid of its controller; null for none. @default web-uid */
  readonly owner?: string | null
  readonly node?: string
  readonly phase?: PodStatus['phase']
  /** For how many milliseconds it has been ready; null if it does not say. Absent: not ready. */
  readonly readyMs?: number | null
  readonly restarts?: number
  readonly sidecarRestarts?: number
  /** The age in milliseconds. */
  readonly ageMs?: number
  readonly isTerminating?: boolean
}

/** A Pod of the ReplicaSet. */
export function examplePod(name: string, options: ExamplePod = {}): Pod {
  const { labels = { app: 'web' }, annotations = {}, owner = 'web-uid', node, phase = 'Pending' } = options
  const { readyMs, restarts = 0, sidecarRestarts = 0, ageMs = 0, isTerminating } = options
  const ready = {
    type: 'Ready',
    status: 'True',
    ...(readyMs != null && { lastTransitionTime: ago(readyMs) }),
  }
  return {
    metadata: {
      ...{ namespace: 'ns', name, uid: name, labels, annotations, creationTimestamp: ago(ageMs) },
      ...(owner && {
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: owner, controller: true },
        ],
      }),
      ...(isTerminating && { deletionTimestamp: ago(0) }),
    },
    spec: {
      containers: [{ name: 'web' }],
      initContainers: [{ name: 'sidecar', restartPolicy: 'Always' }],
      ...(node && { nodeName: node }),
    },
    status: {
      phase,
      conditions: readyMs === undefined ? [] : [ready],
      containerStatuses: [containerStatus('web', restarts)],
      initContainerStatuses: [containerStatus('sidecar', sidecarRestarts)],
    },
  }
}

const containerStatus = (name: string, restartCount: number): ContainerStatus => ({
  name,
  restartCount,
  image: 'web:1',
  imageID: '',
  ready: true,
})

export const names = (pods: readonly Pod[]): readonly string[] => pods.map(pod => pod.metadata?.name ?? '')
