import type {
  ApplyOptions,
  DeleteOptions,
  KubeRequest,
  KubernetesObject,
  ObjectName,
  PatchOptions,
  ProtobufGroups,
  ResourceDefinition,
  ResourceLocation,
} from '@kube-informer/core'
import type { DiscoveryState } from '../api/discovery.ts'
import type { KindReference } from '../api/kind-schema.ts'
import type { WaitCondition } from '../api/mutation.ts'
import type { NamespacesSource } from '../api/permitted-namespaces.ts'
import type { Subscription } from '../api/subscription.ts'
import type { WireError } from './wire-error.ts'

/** A call of the page. A {@link ResultMessage} has its outcome; `cancel` with its id aborts it. */
export type CallMessage = ClientCall | StreamCall | HostCall

/** A resource by the name of its definition, or one that was found at run time. */
type ResourceReference = string | ResourceDefinition

/** One request of `connection.client`, which the host sends with the page's token. The result is the server's response. */
export type ClientCall = ClientRequest & {
  readonly type: 'clientCall'
  readonly id: number
  readonly resource: ResourceReference
}

/** What the client is asked for; `options` are those of its method that can be cloned. */
export type ClientRequest = { readonly options?: unknown } & (
  | { readonly verb: 'list' | 'deleteCollection' }
  | { readonly verb: 'get' | 'delete'; readonly object: ObjectName }
  | { readonly verb: 'create' | 'replace' | 'apply'; readonly object: unknown }
  | { readonly verb: 'patch'; readonly object: ObjectName; readonly patch: unknown }
)

/** A step of one stream: a response or a watch of `connection.client` that the page reads part by part. */
export type StreamCall = StreamStep & {
  readonly type: 'streamCall'
  readonly id: number
  /** Names the stream. The page chooses it when it opens the stream. */
  readonly stream: number
}

export type StreamStep =
  | StreamOpening
  /** Requests the next part: a {@link StreamPart}. The host sends no part that was not requested. */
  | { readonly verb: 'read' }
  /** The page needs no further part. */
  | { readonly verb: 'close' }

/** Opens a stream. */
export type StreamOpening =
  /** The result is a {@link ResponseHead}, the parts are bytes. */
  | { readonly verb: 'request'; readonly path: string; readonly request: Omit<KubeRequest, 'signal'> }
  /** The result is empty; each part is the events of one network read. */
  | { readonly verb: 'watch'; readonly resource: ResourceReference; readonly options?: unknown }

/** A call that the host answers with its caches, its discovery, or the rights of the page's user. */
export type HostCall = HostRequest & { readonly type: 'hostCall'; readonly id: number }

export type HostRequest =
  /** Whether the page's user may do something: `connection.access`. The result is an AccessDecision. */
  | {
      readonly verb: 'access'
      readonly resource: ResourceReference
      readonly action: string
      readonly at: ResourceLocation
    }
  /**
   * A write whose effect rows show at once. An {@link AcceptedMessage} has the server's response; the result follows when
   * the informers have it.
   */
  | {
      readonly verb: 'mutate'
      readonly resource: ResourceReference
      readonly write: WriteRequest
      readonly optimistic?: unknown
    }
  /** The result is the object; absent where it is gone. */
  | {
      readonly verb: 'waitFor'
      readonly resource: ResourceReference
      readonly object: ObjectName
      readonly condition: WaitCondition
    }
  /** The result is a `SliceSnapshot`. */
  | { readonly verb: 'snapshot'; readonly subscription: Subscription }
  /**
   * The result is a {@link WireDiscovery}. It follows when the state is another one than `known` names; with `refresh`, after
   * a new discovery.
   */
  | { readonly verb: 'discovery'; readonly known?: string | undefined; readonly refresh?: boolean }
  /** The result is a {@link WireNamespaces}. It follows when the state is another one than `known` names. */
  | {
      readonly verb: 'namespaces'
      readonly readable?: ResourceReference | undefined
      readonly known?: string | undefined
    }
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
      readonly object: ObjectName
      readonly patch: unknown
      readonly options?: Omit<PatchOptions<string>, 'signal'> | undefined
    }
  | {
      readonly verb: 'delete'
      readonly object: ObjectName
      readonly options?: Omit<DeleteOptions, 'signal'> | undefined
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

/** The namespaces that a user can choose from, as plain data. */
export interface WireNamespaces {
  /** Names the state: equal states have the same id, also those of two hosts. */
  readonly id: string
  readonly names: readonly string[]
  readonly source: NamespacesSource
  readonly isPending: boolean
  readonly error?: WireError
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
