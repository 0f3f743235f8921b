import type { InformerStatus, ResourceDefinition, ResourceLocation, Row } from '@kube-informer/core'
import type { StorageStatus } from '../api/storage-status.ts'
import type { SliceGroup, SliceWindow, Subscription } from '../api/subscription.ts'
import type { WireError } from './wire-error.ts'

/**
 * The wire between a page and the host of the informers: everything that crosses it, and nothing else.
 * Plain data only. A page and a host of different versions refuse each other in words.
 */
export const PROTOCOL_VERSION = 3

/** From the page to the host. */
export type PageMessage =
  | HelloMessage
  | SubscribeMessage
  | { readonly type: 'unsubscribe'; readonly id: number }
  /** The page has applied a batch and can take the next one: at most one is under way. */
  | { readonly type: 'ack' }
  | CallMessage
  /** The page does not want a call's result any more. */
  | { readonly type: 'cancel'; readonly id: number }
  | TokenMessage
  /** Asks for a `pong`: a host that is stuck gives none. */
  | { readonly type: 'ping' }
  /** The page was frozen or offline, and is not any more: what is open may be dead without a word. */
  | { readonly type: 'wake' }
  /** Empties what is kept of this page's identity, in memory and on disk; answered by `signedOut`. */
  | { readonly type: 'signOut' }
  | { readonly type: 'goodbye' }

/** The first message of a page. */
export interface HelloMessage {
  readonly type: 'hello'
  readonly version: number
  /** Of the page's definitions (`definitionsFingerprint`): a host of other definitions refuses it. */
  readonly fingerprint: string
  readonly baseUrl: string
  /** Names the user. Pages of one identity and server share one cache and one watch set; without it a page is alone. */
  readonly identity?: string
  /** A Web Lock that the page holds as long as it lives: who is granted it knows that the page is gone. */
  readonly lock?: string
  /** Whether the host may ask the page for a token. */
  readonly hasToken: boolean
  readonly credentials?: 'omit' | 'same-origin' | 'include'
  readonly fieldManager?: string
}

export interface SubscribeMessage {
  readonly type: 'subscribe'
  readonly id: number
  readonly subscription: Subscription
  /**
   * The version of the rows that the page has of this slice from a host before: older ones are not to be sent while they
   * may only be behind, so that no row goes back in time when another host takes over.
   */
  readonly shownResourceVersion?: string
}

/** A request of `connection.client`, run by the host's client. `cancel` with its id aborts it. */
export interface CallMessage {
  readonly type: 'call'
  readonly id: number
  readonly resource: string | ResourceDefinition
  readonly verb: CallVerb
}

/** What a page can ask for; `options` are those of the client's verb, as far as they are plain data. */
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

/** The page's answer to `needToken`. */
export interface TokenMessage {
  readonly type: 'token'
  readonly id: number
  readonly token?: string
  readonly error?: string
}

/** From the host to the page. */
export type HostMessage =
  | WelcomeMessage
  | { readonly type: 'rejected'; readonly reason: string }
  | BatchMessage
  | ResultMessage
  | { readonly type: 'needToken'; readonly id: number }
  | { readonly type: 'pong' }
  /**
   * What is kept of the page's identity is gone, or, with a `failure`, gone from memory and perhaps still on disk; nothing
   * else follows but `pong`.
   */
  | { readonly type: 'signedOut'; readonly failure?: string }
  /** The state of what is kept on disk has changed. */
  | { readonly type: 'storage'; readonly status: StorageStatus }

/** The first message of a host. */
export interface WelcomeMessage {
  readonly type: 'welcome'
  readonly version: number
  /** A Web Lock that the host holds as long as it lives: who is granted it knows that the host is gone. */
  readonly lock?: string
}

/** Everything that changed for this page since the last batch it acknowledged. */
export interface BatchMessage {
  readonly type: 'batch'
  readonly updates: readonly SliceUpdate[]
}

/** What changed in one subscription. Absent members did not change. */
export interface SliceUpdate {
  readonly id: number
  /** The version that rows, order, total and groups of this update reflect; goes along with them. */
  readonly resourceVersion?: string
  /** Rows of the window that are new to the page or have changed, in any order. */
  readonly rows?: readonly Row[]
  /** How the keys of the window changed: remove so many at an index, insert these. */
  readonly order?: OrderSplice
  readonly total?: number
  readonly groups?: readonly SliceGroup[]
  readonly window?: SliceWindow
  readonly status?: WireStatus
}

/** An informer's status with its error as plain data. */
export interface WireStatus extends Omit<InformerStatus, 'error'> {
  readonly error?: WireError
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
  readonly failure?: WireError
}
