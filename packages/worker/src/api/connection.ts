import type {
  Clock,
  KubernetesObject,
  LockManager,
  PageLifecycle,
  Random,
  ResourceDefinition,
} from '@kube-informer/core'
import type { OpenBroadcast } from './broadcast.ts'
import type { ConnectionClient } from './connection-client.ts'
import type { InformerDefinitions } from './definition.ts'
import type { FrameScheduler } from './frame-scheduler.ts'
import type { HostKind } from './host-kind.ts'
import type { StorageStatus } from './storage-status.ts'
import type { SliceState, Subscription } from './subscription.ts'

/** Options that every way of connecting shares. One connection is one cluster. */
export interface ConnectionOptions {
  /**
   * The apiserver's root, e.g. `https://cluster.example` or a path, `/k8s`, which is meant from the document's place, as
   * `fetch` would take it. Connecting throws a TypeError where the browser cannot read it as a URL.
   */
  readonly baseUrl: string
  /**
   * Asked when a request needs a bearer token; runs on the page, and once more after a 401. Where it fails, its message is
   * in the status of the slices that need it, and they try again.
   * @default requests carry no token
   */
  readonly getToken?: (() => string | Promise<string>) | undefined
  /** Whether cookies go along: `fetch`'s credentials. @default 'same-origin' */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined
  /** Who the writes are attributed to. @default 'kube-informer' */
  readonly fieldManager?: string | undefined
  /**
   * Names the user of this connection, and the cluster too where one URL may lead to several (`kubectl proxy`). Without it
   * nothing is persisted or shared between tabs, nor where the function rejects: the status then says why. It is asked once.
   * A token is never parsed or hashed to make one.
   * @default none: the connection is private to this page; so it is with an empty one
   */
  readonly identity?: string | (() => Promise<string>) | undefined
  /** What time it is, and timers; tests give a clock of their own. @default the platform's */
  readonly clock?: Clock | undefined
  /**
   * Whether the page is looked at, frozen or offline.
   * @default `documentLifecycle()`; always visible where there is no document
   */
  readonly lifecycle?: PageLifecycle | undefined
  /** When changes reach subscribers. @default the page's frames while it is visible, a timer otherwise */
  readonly frames?: FrameScheduler | undefined
  /**
   * How long a slice that nobody subscribes to any more is kept, in ms, so that a remount or a scrolling window finds it
   * alive.
   * @default 1000
   */
  readonly graceMs?: number | undefined
  /**
   * Tells pages and hosts at once when the other one has died.
   * @default `navigator.locks`; without it only silence tells
   */
  readonly locks?: LockManager | undefined
  /** Spreads what many pages would do at the same time, and makes names that no other has. @default Math.random */
  readonly random?: Random | undefined
  /** How tabs tell each other that somebody has signed out. @default `new BroadcastChannel(name)`, where there is one */
  readonly openBroadcast?: OpenBroadcast | undefined
  /** Whom `persistStorage` asks. @default `navigator.storage` */
  readonly storage?: StoragePersistence | undefined
}

/** As much of the platform's StorageManager as a page needs. */
export interface StoragePersistence {
  /** Asks not to evict what the origin keeps; answers whether that is granted. */
  persist(): Promise<boolean>
}

/** Where the informers of a connection run, and whether they answer: a frozen object, replaced at each change. */
export interface ConnectionStatus {
  readonly host: HostKind
  /** Why this host, in words: what was asked for, or what is missing for a better one. */
  readonly reason: string
  /** With the host `leader`: whether the informers run in this tab. */
  readonly role?: 'leader' | 'follower'
  /**
   * `connecting`: there is no host yet, or it died and another is on its way; what slices show stays. `failed`, `signedOut`
   * and `closed` are the end.
   */
  readonly state: 'connecting' | 'ready' | 'failed' | 'signedOut' | 'closed'
  /** Why it failed or is connecting again, and what to do; of `signedOut`, what could not be emptied. */
  readonly error?: string
  /** How often another host had to take over, or this one to be found again. */
  readonly restarts: number
  /** What the host keeps on disk for this connection; `opening` until it has said so. */
  readonly storage: StorageStatus
}

/** The object type behind a resource name. */
export type ObjectOf<TDefinitions, TName extends keyof TDefinitions> = TDefinitions[TName] extends {
  readonly resource: ResourceDefinition<infer T>
}
  ? T
  : never

/** The index names of a resource: its own and `namespace`. */
export type IndexName<TDefinitions, TName extends keyof TDefinitions> =
  | 'namespace'
  | (TDefinitions[TName] extends { readonly indexers: infer TIndexers }
      ? Extract<keyof TIndexers, string>
      : never)

/**
 * A page's line to its informers, wherever they run.
 *
 * - A listener is called after the page's frame that applied a change, once for each change, never
 *   synchronously inside `subscribe`, and never after its undo was called.
 * - Equal subscriptions share one stream of updates and the same state object.
 * - What cannot be had is state and no exception: a resource, index or comparator that the definitions do not have, a
 *   selector that cannot be read, a 403 are the `status.error` of the slices that they concern; a host that cannot be
 *   reached is `status` of the connection.
 */
export interface Connection<TDefinitions extends InformerDefinitions = InformerDefinitions> {
  /** What the page has said that there is, as it was given. */
  readonly definitions: TDefinitions
  /**
   * Follows a slice: the listener hears what it shows now, if that is anything yet, and then each change. Returns its own
   * undo. What the listener throws is reported as uncaught, and harms nobody else.
   *
   * @example
   * const stop = connection.subscribe(
   *   { resource: 'pods', slice: { target: { type: 'index', index: 'namespace', value: 'default' } } },
   *   ({ data, total }) => console.log(total, data[0]?.metadata?.name),
   * )
   */
  subscribe<T = KubernetesObject>(
    subscription: Subscription,
    listener: (state: SliceState<T>) => void,
  ): () => void
  /**
   * The slice as a store: what it shows now, and a call when that changes. Equal subscriptions get the same
   * observer while it is in use. One that nobody subscribes to costs no traffic, and is soon forgotten.
   *
   * @example
   * const slice = connection.observe<Pod>({ resource: 'pods' })
   * const stop = slice.subscribe(() => render(slice.getState().data))
   */
  observe<T = KubernetesObject>(subscription: Subscription): SliceObserver<T>
  /** Single reads and writes, run where the informers are. */
  readonly client: ConnectionClient<TDefinitions>
  /** Where the informers run, and whether they answer; the same reference until something in it changes. */
  readonly status: ConnectionStatus
  /**
   * Calls back after each change of `status`, with the new one; returns its own undo.
   *
   * @example
   * const stop = connection.subscribeStatus(({ state, error }) => console.log(state, error ?? ''))
   */
  subscribeStatus(listener: (status: ConnectionStatus) => void): () => void
  /**
   * Forgets the identity of this connection: its caches in memory and on disk, in this tab and every other of the
   * origin. From this call on they show nothing any more, and their calls reject; their connections end as `signedOut`.
   * Resolves once this tab's host has emptied both (wait for that before the page is reloaded); rejects when the disk
   * could not be emptied, or the connection has ended before.
   *
   * @example
   * await connection.signOut()
   * location.assign('/login')
   */
  signOut(): Promise<void>
  /**
   * Asks the browser not to evict what is kept (`navigator.storage.persist()`), which may ask the user; answers whether it
   * agreed, and false where there is nothing to ask.
   */
  persistStorage(): Promise<boolean>
  /** Ends everything: subscriptions, informers that nobody else uses, the worker. Idempotent. */
  close(): void
}

/** One slice as a store, in the shape of React's `useSyncExternalStore`; its members need no `this`. */
export interface SliceObserver<T> {
  /** The same reference until something visible changes. */
  readonly getState: () => SliceState<T>
  /** Calls back after each change, never synchronously; returns its own undo. */
  readonly subscribe: (listener: () => void) => () => void
}
