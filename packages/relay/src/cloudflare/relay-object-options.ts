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

/** When leaves sleep. */
export interface SleepOptions {
  /**
   * After this time without an event for its readers, a leaf sleeps, in milliseconds. `Infinity` keeps it awake.
   *
   * @default 30_000
   */
  readonly quietMs?: number | undefined
  /**
   * How often a sleeping leaf asks its parents whether they still know that it sleeps, in milliseconds. If a parent ended,
   * its leaves receive no events for so long.
   *
   * @default 30_000
   */
  readonly renewMs?: number | undefined
  /**
   * A leaf remains awake if one of its readers would have to be authenticated again within this time, in milliseconds: it
   * forgets the tokens when it sleeps. `checkedUntil` of an identity says until when it holds; `tokenReview` has `cacheMs`.
   *
   * @default 120_000
   */
  readonly minMs?: number | undefined
}

/** Options of a RelayObject: those of a relay, and how its objects reach each other. */
export interface RelayObjectOptions extends Omit<RelayOptions, 'resources' | 'isUpstreamCache'> {
  /** The namespace of this class: a binding of `env`. */
  readonly objects: DurableNamespace
  /** The URL of the apiserver, which identifies the stored objects. */
  readonly server: string
  readonly resources: readonly (ResourceDefinition | RelayObjectResource)[]
  /** When leaves whose readers all use WebSockets sleep. */
  readonly sleep?: SleepOptions | undefined
}
