import type {
  ApplyOptions,
  DeleteOptions,
  InformerStatus,
  KubeRequest,
  KubernetesObject,
  PatchOptions,
  ProtobufGroups,
  ResourceDefinition,
  ResourceLocation,
  Row,
  TableColumn,
} from '@kube-informer/core'
import type { DiscoveryState } from '../api/discovery.ts'
import type { KindReference } from '../api/kind-schema.ts'
import type { WaitCondition } from '../api/mutation.ts'
import type { RelatedOptions, RelatedStatus } from '../api/related.ts'
import type { StorageStatus } from '../api/storage-status.ts'
import type { SliceGroup, SliceWindow, Subscription } from '../api/subscription.ts'
import type { WireError } from './wire-error.ts'

/**
 * The protocol between a page and the host of the informers. Plain data only. A page and a host of different versions
 * reject each other with a reason.
 */
export const PROTOCOL_VERSION = 8

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
  /**
   * These rows, if they are every object that the slice requests from the server: an informer that starts for the
   * subscription resumes from them.
   */
  readonly hydratedRows?: readonly KubernetesObject[]
}

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
    readonly name?: string | undefined
  }
}

/** By the name of the resource: the resourceVersion of its rows. */
export type RelatedVersions = Readonly<Record<string, string>>

/** A request of `connection.client`, sent by the host with the page's token. `cancel` with its id aborts the request. */
export interface CallMessage {
  readonly type: 'call'
  readonly id: number
  readonly resource: string | ResourceDefinition
  readonly verb: CallVerb
}

/** The verb of a call; `options` are those of the client's verb that can be cloned. */
export type CallVerb =
  | { readonly verb: 'get'; readonly at: ResourceLocation; readonly options?: unknown }
  | { readonly verb: 'list'; readonly options?: unknown }
  | {
      readonly verb: 'create'
      readonly at: ResourceLocation
      readonly object: unknown
      readonly options?: unknown
    }
  | {
      readonly verb: 'replace'
      readonly at: ResourceLocation
      readonly object: unknown
      readonly options?: unknown
    }
  | {
      readonly verb: 'patch'
      readonly at: ResourceLocation
      readonly patch: unknown
      readonly patchType: 'merge' | 'json' | 'strategic'
      readonly options?: unknown
    }
  | {
      readonly verb: 'apply'
      readonly at: ResourceLocation
      readonly object: unknown
      readonly options?: unknown
    }
  | { readonly verb: 'delete'; readonly at: ResourceLocation; readonly options?: unknown }
  | { readonly verb: 'deleteCollection'; readonly at: ResourceLocation; readonly options?: unknown }
  | StreamVerb
  /** Requests the next part of a stream: a {@link StreamPart}. The host sends no part that was not requested. */
  | { readonly verb: 'read'; readonly stream: number }
  /** The page needs no further part of a stream. */
  | { readonly verb: 'close'; readonly stream: number }
  /** Whether the page's user may do something: `connection.access`. The result is an AccessDecision. */
  | { readonly verb: 'access'; readonly action: string; readonly at: ResourceLocation }
  /**
   * A write whose effect rows show at once. An {@link AcceptedMessage} has the server's response; the result follows when
   * the informers have it.
   */
  | { readonly verb: 'mutate'; readonly write: WriteRequest; readonly optimistic?: unknown }
  /** The result is the object; absent where it is gone. */
  | { readonly verb: 'waitFor'; readonly at: ResourceLocation; readonly condition: WaitCondition }
  /** The result is a `SliceSnapshot`. */
  | { readonly verb: 'snapshot'; readonly subscription: Subscription }
  /**
   * The result is a {@link WireDiscovery}. It follows when the state is another one than `known` names; with `refresh`, after
   * a new discovery.
   */
  | { readonly verb: 'discovery'; readonly known?: string | undefined; readonly refresh?: boolean }
  /** The result is a `KindSchema`. */
  | { readonly verb: 'schema'; readonly kind: KindReference }

/** A write of a mutation. */
export type WriteRequest =
  | {
      readonly verb: 'create' | 'replace' | 'apply'
      readonly object: KubernetesObject
      readonly options?: Omit<ApplyOptions<string>, 'signal'> | undefined
    }
  | {
      readonly verb: 'patch'
      readonly at: ResourceLocation
      readonly patch: unknown
      readonly options?: Omit<PatchOptions, 'signal'> | undefined
    }
  | {
      readonly verb: 'delete'
      readonly at: ResourceLocation
      readonly options?: Omit<DeleteOptions, 'signal'> | undefined
    }

/** Opens a stream, whose id the page chooses. `resource` is empty where the verb needs none. */
export type StreamVerb =
  /** The result is a {@link ResponseHead}, the parts are bytes. */
  | {
      readonly verb: 'request'
      readonly stream: number
      readonly path: string
      readonly request: Omit<KubeRequest, 'signal'>
    }
  /** The result is empty; each part is the events of one network read. */
  | { readonly verb: 'watch'; readonly stream: number; readonly options?: unknown }

/** What the server serves, as plain data. */
export interface WireDiscovery {
  /** Names the state: equal states have the same id, also those of two hosts. */
  readonly id: string
  readonly data: DiscoveryState['data']
  /** Each `DiscoveredGroup` as JSON, its versions in order of preference. */
  readonly groups: readonly string[]
  readonly error?: WireError
  readonly failures: Readonly<Record<string, WireError>>
}

/** What precedes the body of a response. */
export interface ResponseHead {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Without a body there is no stream. */
  readonly hasBody: boolean
}

/** One part of a stream; without a chunk, its end. */
export interface StreamPart {
  readonly chunk?: unknown
}

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
export type HostMessage =
  | WelcomeMessage
  | { readonly type: 'rejected'; readonly reason: string }
  /** The host serves this page, and cannot do all that it is configured for: another kind of host may. */
  | { readonly type: 'unsuited'; readonly reason: string }
  | BatchMessage
  | ResultMessage
  | AcceptedMessage
  | { readonly type: 'needToken'; readonly id: number }
  | { readonly type: 'needNamespaces'; readonly id: number }
  | { readonly type: 'pong' }
  /**
   * The data of the page's identity was deleted. With a `failure` it was deleted from memory, and some may remain on
   * disk. Only `pong` follows.
   */
  | { readonly type: 'signedOut'; readonly failure?: string }
  /** The status of persistence has changed. */
  | { readonly type: 'storage'; readonly status: StorageStatus }

/** The first message of a host. */
export interface WelcomeMessage {
  readonly type: 'welcome'
  readonly version: number
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

export interface OrderSplice {
  readonly at: number
  readonly remove: number
  readonly insert: readonly string[]
}

/** The server's response to the write of a call whose result follows. */
export interface AcceptedMessage {
  readonly type: 'accepted'
  readonly id: number
  readonly object: unknown
}

/** The outcome of a call: the object or the error. */
export interface ResultMessage {
  readonly type: 'result'
  readonly id: number
  /** Set if bodies of the rows of a snapshot are protobuf. */
  readonly protobuf?: ProtobufGroups
  readonly object?: unknown
  readonly failure?: WireError
}
