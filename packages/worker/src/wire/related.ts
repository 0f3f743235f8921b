import type { ResourceDefinition, Row } from '@kube-informer/core'
import type { RelatedOptions, RelatedStatus } from '../api/related.ts'
import type { OrderSplice } from './order-splice.ts'
import type { WireError } from './wire-error.ts'

/** Subscribes to the tree of an object. Its id is one of the subscriptions'. */
export interface RelateMessage {
  readonly type: 'relate'
  readonly id: number
  readonly related: RelatedRequest
  /** The versions of the last update of a previous host: rows that are older are held back, as those of slices are. */
  readonly shownVersions?: RelatedVersions
}

/** A tree, as `connection.observeRelated` names it. */
export interface RelatedRequest extends Omit<RelatedOptions, 'resources'> {
  readonly resources?: readonly string[] | undefined
  /** The resource, or the kind and apiVersion by which the host finds it. */
  readonly root: {
    readonly resource?: string | ResourceDefinition | undefined
    readonly apiVersion?: string | undefined
    readonly kind?: string | undefined
    readonly namespace?: string | undefined
    readonly name: string
    readonly cluster?: string | undefined
  }
}

/** By the name of the resource: the resourceVersion of its rows. */
export type RelatedVersions = Readonly<Record<string, string>>

/** What changed in a tree. Absent members did not change. */
export interface RelatedUpdate {
  readonly id: number
  /** The id of the root node, "" for none; always in the first update with nodes. */
  readonly root?: string
  /** The ids of the nodes that have left. They leave before `nodes` are added, one of which may have the same id. */
  readonly gone?: readonly string[]
  /** Each precedes those below it. With a node, those above it are in the list, so that the page can build them anew. */
  readonly nodes?: readonly RelatedNodeUpdate[]
  /** Sent together with rows. */
  readonly versions?: RelatedVersions
  readonly status?: WireRelatedStatus
}

/** A node that is new to the page, has changed, or is above one that has. A new one has all members. */
export interface RelatedNodeUpdate {
  /** Unique in the tree: the uid, if the object has one. */
  readonly id: string
  readonly resource?: string
  readonly row?: Row
  /** How the ids of the children in the limit changed. */
  readonly children?: OrderSplice
  readonly total?: number
  /** How the ids of the Events in the limit changed. */
  readonly events?: OrderSplice
  readonly eventTotal?: number
}

/** A tree's status with its errors as plain data. */
export interface WireRelatedStatus extends Omit<RelatedStatus, 'error' | 'failures'> {
  readonly error?: WireError
  readonly failures: readonly { readonly resource: string; readonly error: WireError }[]
}
