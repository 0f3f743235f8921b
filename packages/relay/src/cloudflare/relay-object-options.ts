import type { ResourceDefinition } from '@kube-informer/core'
import type { RelayOptions, RelayResource } from '../api/relay-options.ts'
import type { DurableNamespace } from './durable-object.ts'

/** A resource that a relay of Durable Objects caches. */
export interface RelayObjectResource extends Omit<RelayResource, 'storage'> {
  /**
   * Whether the objects are stored. `true` is required for resources whose name says that they hold credentials, such as
   * Secrets.
   *
   * @default true, except for these
   */
  readonly persist?: boolean | undefined
}

/** Options of a RelayObject: those of a relay, and how its objects reach each other. */
export interface RelayObjectOptions extends Omit<RelayOptions, 'resources' | 'isUpstreamCache'> {
  /** The namespace of this class: a binding of `env`. */
  readonly objects: DurableNamespace
  /** The URL of the apiserver, which identifies the stored objects. */
  readonly server: string
  readonly resources: readonly (ResourceDefinition | RelayObjectResource)[]
}
