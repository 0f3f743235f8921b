import type { KubernetesObject } from '@kube-informer/core'

/** What somebody wants to hear of Pods. */
export interface PodHandler {
  readonly onAdd?: (pod: KubernetesObject) => unknown
  readonly onUpdate?: (pod: KubernetesObject) => unknown
  readonly onDelete?: (pod: KubernetesObject) => unknown
}

/** An informer of all Pods of a server, of whatever make. */
export interface PodInformer {
  /** Starts it; whether it says when it has synced is its own business. */
  start(): void
  stop(): void
  addHandler(handler: PodHandler): void
  /** Whatever it tells of as an error. */
  onError(listener: (error: unknown) => void): void
  list(): readonly KubernetesObject[]
}

/** A library that has informers. */
export interface Peer {
  readonly name: string
  readonly create: (url: string) => PodInformer
}
