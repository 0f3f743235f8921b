import type { Freshness, InformerStatus, KubernetesObject, ObjectName } from '@kube-informer/core'
import type { InformerDefinitions, ResourceName } from './definition.ts'
import type { ResourceReference, RowOf } from './names.ts'

/**
 * The object at the top of a tree: an object with its kind and apiVersion, or the resource and the name of one. The tree
 * shows the object that has this name now.
 */
export type RelatedRoot<TDefinitions = InformerDefinitions> =
  | KubernetesObject
  | {
      readonly resource: ResourceReference<TDefinitions>
      readonly object: ObjectName
    }

/** Options of `connection.observeRelated`. */
export interface RelatedOptions<TDefinitions = InformerDefinitions> {
  /** How many levels below the root are shown, events aside; 0 to 32. @default 5 */
  readonly depth?: number | undefined
  /**
   * The resources whose objects are shown below the root, by their names in the definition, in the order in which they are
   * shown. Each is listed and watched. Where they are owned through ReplicaSets, Jobs or EndpointSlices that are not named,
   * these are followed by their metadata, and are shown last. @default all that can have such an owner: the namespaced
   * resources of the definition, and for a cluster-scoped root all of them; without Events, and without resources that hold
   * credentials, which are in `status.failures`
   */
  readonly resources?: readonly ResourceName<TDefinitions>[] | undefined
  /** Whether the Events of each object are shown, if the definition has them. @default true */
  readonly events?: boolean | undefined
  /** How many children, and how many Events, are sent of each object; 0 to 1000. @default 100 */
  readonly limit?: number | undefined
}

/** The objects that a tree can show. With the type of a definition, `resource` tells the type of `object`. */
export type RelatedObject<TDefinitions = InformerDefinitions> = {
  readonly [TName in ResourceName<TDefinitions>]: {
    /**
     * The name in the definition; for a root that it does not name, `plural.group`. Of what is followed by its metadata, such
     * as `apps/v1/replicasets`.
     */
    readonly resource: TName
    readonly object: RowOf<TDefinitions, TName>
  }
}[ResourceName<TDefinitions>]

/** An object in a tree, and what it owns: immutable, and the same reference until the node or one below it changes. */
export type RelatedNode<TObject = RelatedObject> = TObject & RelatedMembers<TObject>

/** What a tree shows about an object. */
interface RelatedMembers<TObject> {
  /** What it owns, by resource in the order of the option, then by namespace and name. At most `limit`. */
  readonly children: readonly RelatedNode<TObject>[]
  /** Number of children, inside and outside the limit; 0 at the last level. */
  readonly total: number
  /** The newest Events about the object, the newest first. At most `limit`. */
  readonly events: readonly KubernetesObject[]
  /** Number of Events, inside and outside the limit. */
  readonly eventTotal: number
}

/** The state of a tree: immutable, and the same reference until something visible changes. */
export interface RelatedState<TObject = RelatedObject> {
  /** Undefined while it is not known, and where there is no such object. */
  readonly root: RelatedNode<TObject> | undefined
  readonly status: RelatedStatus
  /** How far the objects are known to be what the server has, and why. It is derived from `status`. */
  readonly freshness: Freshness
  /** Present while the page is offline and not every watch is open: the informers wait for the network. */
  readonly paused?: true
}

/** The status of a tree, from those of its informers. */
export interface RelatedStatus {
  /** The least complete of the informers that have not failed; `none` until each of them has data. */
  readonly data: InformerStatus['data']
  /** The worst of the informers that have not failed. */
  readonly link: InformerStatus['link']
  /** Why there is no tree: a mistake in the request, the error of the root's resource, or of the connection. */
  readonly error?: Error
  /**
   * The resources whose objects are missing, or perhaps outdated: each is shown as far as it is known. Also those that
   * are not requested, since they hold credentials.
   */
  readonly failures: readonly RelatedFailure[]
}

/** A resource of a tree that cannot be read. */
export interface RelatedFailure {
  /** The name, as of a node. */
  readonly resource: string
  /** E.g. a 403: `isForbidden` recognizes it. */
  readonly error: Error
}

/** A tree as a store, in the shape of React's `useSyncExternalStore`. Its members do not use `this`. */
export interface RelatedObserver<TObject = RelatedObject> {
  /** The same reference until something visible changes. */
  readonly getState: () => RelatedState<TObject>
  /** Calls back after each change, never synchronously. Returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void
}
