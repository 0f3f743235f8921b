import type { InformerStatus, ResourceDefinition, ResourceLocation, Row, Status } from '@kube-informer/core'
import type { SliceGroup, SliceWindow, Subscription } from './subscription.ts'

/**
 * The wire between a page and the host of the informers: everything that crosses it, and nothing else.
 * Plain data only. A page and a host of different versions refuse each other in words.
 */
export const PROTOCOL_VERSION = 1

/** From the page to the host. */
export type PageMessage =
  | HelloMessage
  | SubscribeMessage
  | { readonly type: 'unsubscribe'; readonly id: number }
  /** The page has applied a batch and can take the next one: at most one is under way. */
  | { readonly type: 'ack' }
  | CallMessage
  | TokenMessage
  | { readonly type: 'goodbye' }

/** The first message of a page. */
export interface HelloMessage {
  readonly type: 'hello'
  readonly version: number
  readonly baseUrl: string
  /** Whether the host may ask the page for a token. */
  readonly hasToken: boolean
  readonly credentials?: 'omit' | 'same-origin' | 'include'
  readonly fieldManager?: string
}

export interface SubscribeMessage {
  readonly type: 'subscribe'
  readonly id: number
  readonly subscription: Subscription
}

/** A request of `connection.client`, run by the host's client. */
export interface CallMessage {
  readonly type: 'call'
  readonly id: number
  readonly resource: string | ResourceDefinition
  readonly verb: CallVerb
}

/** The writes and single reads that a page can ask for. */
export type CallVerb =
  | { readonly verb: 'get'; readonly at: ResourceLocation }
  | { readonly verb: 'create'; readonly at: ResourceLocation; readonly object: unknown }
  | { readonly verb: 'replace'; readonly at: ResourceLocation; readonly object: unknown }
  | {
      readonly verb: 'patch'
      readonly at: ResourceLocation
      readonly patch: unknown
      readonly patchType: 'merge' | 'json' | 'strategic'
    }
  | { readonly verb: 'delete'; readonly at: ResourceLocation; readonly options?: unknown }

/** The page's answer to `needToken`. */
export interface TokenMessage {
  readonly type: 'token'
  readonly id: number
  readonly token?: string
  readonly error?: string
}

/** From the host to the page. */
export type HostMessage =
  | { readonly type: 'welcome'; readonly version: number }
  | { readonly type: 'refused'; readonly reason: string }
  | BatchMessage
  | ResultMessage
  | { readonly type: 'needToken'; readonly id: number }

/** Everything that changed for this page since the last batch it acknowledged. */
export interface BatchMessage {
  readonly type: 'batch'
  readonly updates: readonly SliceUpdate[]
}

/** What changed in one subscription. Absent members did not change. */
export interface SliceUpdate {
  readonly id: number
  /** Rows of the window that are new to the page or have changed, in any order. */
  readonly rows?: readonly Row[]
  /** How the keys of the window changed: remove so many at an index, insert these. */
  readonly order?: OrderSplice
  readonly total?: number
  readonly groups?: readonly SliceGroup[]
  readonly window?: SliceWindow
  readonly status?: InformerStatus
}

export interface OrderSplice {
  readonly at: number
  readonly remove: number
  readonly insert: readonly string[]
}

/** The outcome of a call: the object, or why there is none. */
export interface ResultMessage {
  readonly type: 'result'
  readonly id: number
  readonly object?: unknown
  readonly failure?: CallFailure
}

/** Why a call failed, as plain data. */
export interface CallFailure {
  readonly message: string
  /** The refusal, where the server answered one. */
  readonly status?: Status
  /** The code of any other InformerError, e.g. `ConnectionError`. */
  readonly code?: string
}
