import {
  defineResource,
  type KubernetesObject,
  type ObjectMeta,
  type ResourceDefinition,
} from '@kube-informer/core'

/** The fields of a Pod that tests and demos read (core/v1 Pod). */
export interface Pod extends KubernetesObject {
  readonly apiVersion?: 'v1'
  readonly kind?: 'Pod'
  readonly metadata: ObjectMeta & { readonly name: string; readonly namespace: string }
  readonly spec?: PodSpec
  readonly status?: PodStatus
}

/** The generated fields of core/v1 PodSpec. */
export interface PodSpec {
  readonly nodeName?: string
  readonly serviceAccountName?: string
  readonly containers: readonly Container[]
  readonly [field: string]: unknown
}

/** The generated fields of core/v1 Container. */
export interface Container {
  readonly name: string
  readonly image?: string
  readonly [field: string]: unknown
}

/** The generated fields of core/v1 PodStatus. */
export interface PodStatus {
  readonly phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown'
  readonly conditions?: readonly PodCondition[]
  readonly containerStatuses?: readonly ContainerStatus[]
  readonly hostIP?: string
  readonly podIP?: string
  readonly startTime?: string
  readonly [field: string]: unknown
}

/** core/v1 PodCondition. */
export interface PodCondition {
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly lastProbeTime?: string | null
  readonly lastTransitionTime?: string
  readonly reason?: string
  readonly message?: string
}

/** core/v1 ContainerStatus. */
export interface ContainerStatus {
  readonly name: string
  readonly ready: boolean
  readonly restartCount: number
  readonly started?: boolean
  readonly image?: string
  readonly imageID?: string
  readonly containerID?: string
  readonly state?: ContainerState
  readonly lastState?: ContainerState
}

/** core/v1 ContainerState: one of the three is set. */
export interface ContainerState {
  readonly running?: { readonly startedAt: string }
  readonly waiting?: { readonly reason: string; readonly message?: string }
  readonly terminated?: {
    readonly exitCode: number
    readonly reason: string
    readonly startedAt?: string
    readonly finishedAt?: string
    readonly containerID?: string
  }
}

/** core/v1 Namespace. */
export interface Namespace extends KubernetesObject {
  readonly spec?: { readonly finalizers?: readonly string[] }
  readonly status?: { readonly phase?: string }
}

/** The generated fields of core/v1 Node. */
export interface Node extends KubernetesObject {
  readonly spec?: Readonly<Record<string, unknown>>
  readonly status?: Readonly<Record<string, unknown>>
}

/** core/v1 ConfigMap. */
export interface ConfigMap extends KubernetesObject {
  readonly data?: Readonly<Record<string, string>>
}

/** The fields of apps/v1 Deployment that the scale subresource needs. */
export interface Deployment extends KubernetesObject {
  readonly spec?: { readonly replicas?: number; readonly [field: string]: unknown }
  readonly status?: { readonly replicas?: number; readonly [field: string]: unknown }
}

const core = { group: '', version: 'v1' } as const

/** Pods. */
export const pods: ResourceDefinition<Pod> = defineResource<Pod>({
  ...core,
  plural: 'pods',
  kind: 'Pod',
  namespaced: true,
})

/** Namespaces, cluster-scoped. */
export const namespaces: ResourceDefinition<Namespace> = defineResource<Namespace>({
  ...core,
  plural: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
})

/** Nodes, cluster-scoped. */
export const nodes: ResourceDefinition<Node> = defineResource<Node>({
  ...core,
  plural: 'nodes',
  kind: 'Node',
  namespaced: false,
})

/** ConfigMaps. */
export const configMaps: ResourceDefinition<ConfigMap> = defineResource<ConfigMap>({
  ...core,
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
})

/** Deployments of the group `apps`. */
export const deployments: ResourceDefinition<Deployment> = defineResource<Deployment>({
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
})
