import type { ServerFault } from '@kube-informer/testing'
import type { Right } from './rights.ts'

/** How a handler behaves when it receives a notification. `stuck` returns a promise that never settles. */
export type HandlerBehavior = 'prompt' | 'slow' | 'throwing' | 'rejecting' | 'stuck'

/** The lifecycle event that a page receives before it freezes; `leave` means that it enters the back/forward cache. */
export type FreezeEvent = 'none' | 'freeze' | 'leave'

/** An action on a tab; `tab` is an index modulo the number of tabs. */
export type TabAction =
  | { readonly type: 'open-tab' | 'close-tab' | 'kill-tab' | 'kill-worker'; readonly tab: number }
  | { readonly type: 'online-event' | 'sign-out'; readonly tab: number }
  | { readonly type: 'freeze-tab'; readonly tab: number; readonly event: FreezeEvent; readonly forMs: number }
  | { readonly type: 'unsubscribe-tab'; readonly tab: number; readonly forMs: number }

/** A change of what the users may read. An open watch continues unless it is dropped. */
export type RightsAction =
  | { readonly type: 'withdraw-rights'; readonly rights: readonly Right[]; readonly dropsWatches: boolean }
  | { readonly type: 'reject-tokens'; readonly dropsWatches: boolean }
  | { readonly type: 'grant-rights'; readonly reconnects: boolean }

/** What happens to the request of a page's write, and to the response. */
export type WriteFate = 'answered' | 'forbidden' | 'not-sent' | 'answer-lost' | 'answer-replaced'

/** A write of a page by `connection.mutate`. */
export interface PageWrite {
  readonly verb: 'create' | 'replace' | 'patch' | 'apply' | 'delete' | 'change'
  readonly fate: WriteFate
  /** Whether the object is valid for the server. */
  readonly isValid: boolean
  /** The time from the page to the server, and back. */
  readonly beforeMs: number
  readonly afterMs: number
}

/** Writes of a page, some of them of the same object; `page` is an index modulo the number of pages. */
export interface MutateAction {
  readonly type: 'mutate'
  readonly page: number
  readonly writes: readonly PageWrite[]
}

/** A write to the server. */
export type Write = 'create' | 'update' | 'relabel' | 'move' | 'delete' | 'recreate'

/** One action of a history; `informer` is an index modulo the number of informers. */
export type Action =
  | TabAction
  | RightsAction
  | MutateAction
  | { readonly type: 'write'; readonly writes: readonly Write[] }
  | { readonly type: 'inject-fault'; readonly fault: ServerFault }
  | { readonly type: 'clear-faults' }
  | { readonly type: 'network-outage'; readonly forMs: number }
  | { readonly type: 'stop'; readonly informer: number }
  | { readonly type: 'start'; readonly informer: number }
  | { readonly type: 'reconnect'; readonly informer: number }
  | { readonly type: 'fail-saves'; readonly informer: number; readonly times: number }
  | { readonly type: 'add-handler'; readonly informer: number; readonly behavior: HandlerBehavior }
  | { readonly type: 'remove-handler'; readonly informer: number }

/** An action, its time, and its own seed, so that its random choices do not change when other steps are removed. */
export interface Step {
  readonly atMs: number
  readonly seed: number
  readonly action: Action
}
