import type { InformerStatus, KubernetesObject, ProtobufGroups, Row, TableColumn } from '@kube-informer/core'
import type { StorageStatus } from '../api/storage-status.ts'
import type { SliceGroup, SliceWindow, Subscription } from '../api/subscription.ts'
import type { AcceptedMessage, CallMessage, ResultMessage } from './calls.ts'
import type { OrderSplice } from './order-splice.ts'
import type { RelatedUpdate, RelateMessage } from './related.ts'
import type { WireError } from './wire-error.ts'

/**
 * The protocol between a page and the host of the informers. Plain data only. A page and a host of different versions
 * reject each other with a reason.
 */
export const PROTOCOL_VERSION = 12

/** From the page to the host. */
export type PageMessage =
  | HelloMessage
  | SubscribeMessage
  | RelateMessage
  /** Ends a subscription or a tree. */
  | { readonly type: 'unsubscribe'; readonly id: number }
  /** The page has applied a batch and can receive the next one: at most one is in flight. */
  | { readonly type: 'ack' }
  | CallMessage
  /** The page no longer needs the result of a call. */
  | { readonly type: 'cancel'; readonly id: number }
  | TokenMessage
  | NamespacesMessage
  /** Requests a `pong`. A host that is stuck sends none. */
  | { readonly type: 'ping' }
  /**
   * The page was frozen or offline, or a user asks again: open connections of the host may be broken without notice, and
   * what was denied may be allowed.
   */
  | { readonly type: 'wake' }
  /** Deletes the data of this page's identity, in memory and on disk. The response is `signedOut`. */
  | { readonly type: 'signOut' }
  | { readonly type: 'goodbye' }

/** The first message of a page. */
export interface HelloMessage {
  readonly type: 'hello'
  readonly version: number
  /**
   * The fingerprint of the page's definitions (`definitionsFingerprint`): a host with other definitions rejects the
   * page.
   */
  readonly fingerprint: string
  /** `CLONE_PROBE`. A host that receives something else rejects the page. */
  readonly probe: Uint8Array
  readonly baseUrl: string
  /**
   * Names the user and role. Pages with the same identity and server share one cache and its watches; a page without one
   * shares nothing.
   */
  readonly identity?: string
  /** A Web Lock that the page holds until it ends. Once the host is granted the lock, the page is gone. */
  readonly lock?: string
  /** Whether the host may request a token from the page. */
  readonly hasToken: boolean
  /** Whether the host may request the namespaces of the connection's option. */
  readonly hasNamespaces?: boolean
  readonly credentials?: 'omit' | 'same-origin' | 'include'
  readonly fieldManager?: string
}

export interface SubscribeMessage {
  readonly type: 'subscribe'
  readonly id: number
  readonly subscription: Subscription
  /**
   * The resourceVersion of the rows that the page already shows from a previous host. The host holds back older rows
   * while its cache may only be stale, so that no row moves back in time when another host takes over.
   */
  readonly shownResourceVersion?: string
  /** The `versions` that the previous host sent with them: each namespace is compared with its own. */
  readonly shownVersions?: SliceVersions
  /**
   * These rows, if they are every object that the slice requests from the server: an informer that starts for the
   * subscription resumes from them.
   */
  readonly hydratedRows?: readonly KubernetesObject[]
}

/** By namespace: the resourceVersion of its rows; "" where only that of all rows is known. */
export type SliceVersions = Readonly<Record<string, string>>

/** The page's response to `needToken`. */
export interface TokenMessage {
  readonly type: 'token'
  readonly id: number
  readonly token?: string
  readonly error?: string
}

/** The page's response to `needNamespaces`. */
interface NamespacesMessage {
  readonly type: 'namespaces'
  readonly id: number
  readonly names?: readonly string[]
  readonly error?: string
}

/** From the host to the page. */
export type HostMessage = SessionMessage | ContentMessage

/** From the host to the page's session with it. */
type SessionMessage =
  | WelcomeMessage
  | { readonly type: 'rejected'; readonly reason: string }
  /** The host serves this page, and cannot do all that it is configured for: another kind of host may. */
  | { readonly type: 'unsuited'; readonly reason: string }
  | { readonly type: 'needToken'; readonly id: number }
  | { readonly type: 'needNamespaces'; readonly id: number }
  | { readonly type: 'pong' }

/** From the host to the connection that the session serves. */
export type ContentMessage =
  | BatchMessage
  | ResultMessage
  | AcceptedMessage
  /** The status of persistence has changed. */
  | { readonly type: 'storage'; readonly status: StorageStatus }
  /**
   * The data of the page's identity was deleted. With a `failure` it was deleted from memory, and some may remain on
   * disk. Only `pong` follows.
   */
  | { readonly type: 'signedOut'; readonly failure?: string }

/** The first message of a host. */
export interface WelcomeMessage {
  readonly type: 'welcome'
  readonly version: number
  /** `CLONE_PROBE`. A page that receives something else leaves the host. */
  readonly probe: Uint8Array
  /** A Web Lock that the host holds until it ends. Once the page is granted the lock, the host is gone. */
  readonly lock?: string
}

/** Every change for this page since the last batch that it acknowledged. */
export interface BatchMessage {
  readonly type: 'batch'
  readonly updates: readonly SliceUpdate[]
  /** Set if bodies of rows are protobuf: the groups that their kinds may be of. */
  readonly protobuf?: ProtobufGroups
  /** Changes of trees. */
  readonly related?: readonly RelatedUpdate[]
}

/** What changed in one subscription. Absent members did not change. */
export interface SliceUpdate {
  readonly id: number
  /** The resourceVersion of rows, order, total and groups of this update; sent together with them. */
  readonly resourceVersion?: string
  /** By namespace, where several informers serve the slice: the same of its rows. Sent together with `resourceVersion`. */
  readonly versions?: SliceVersions
  /** Rows of the window that are new to the page or have changed, in any order. */
  readonly rows?: readonly Row[]
  /** How the keys of the window changed: the number to remove at an index, and the keys to insert there. */
  readonly order?: OrderSplice
  readonly total?: number
  readonly groups?: readonly SliceGroup[]
  readonly window?: SliceWindow
  /** The columns of a Table, when they are new to the page. */
  readonly columns?: readonly TableColumn[]
  readonly status?: WireStatus
}

/** An informer's status with its error as plain data. */
export interface WireStatus extends Omit<InformerStatus, 'error'> {
  readonly error?: WireError
}
