import type { KubernetesObject } from '@kube-informer/core'

/** Handlers of Pod events. */
interface PodHandler {
  readonly onAdd?: (pod: KubernetesObject) => unknown
  readonly onUpdate?: (pod: KubernetesObject) => unknown
  readonly onDelete?: (pod: KubernetesObject) => unknown
}

/** An informer of all Pods of a server, implemented by any library. */
export interface PodInformer {
  /** Starts the informer; it may or may not report when it has synced. */
  start(): void
  stop(): void
  addHandler(handler: PodHandler): void
  /** Called with every error that it reports. */
  onError(listener: (error: unknown) => void): void
  list(): readonly KubernetesObject[]
}

/** A library with informers. */
export interface Peer {
  readonly name: string
  readonly create: (url: string) => PodInformer
}
