import type {
  CallOptions,
  Clock,
  Freshness,
  LockManager,
  ObjectName,
  PageLifecycle,
  Random,
  ResourceDefinition,
} from '@kube-informer/core'
import type { AccessObserver, AccessRequest } from './access.ts'
import type { OpenBroadcast } from './broadcast.ts'
import type { ConnectionClient } from './connection-client.ts'
import type { InformerDefinitions, ResourceName } from './definition.ts'
import type { DiscoveryStore } from './discovery.ts'
import type { FrameScheduler } from './frame-scheduler.ts'
import type { HostKind } from './host-kind.ts'
import type { KindReference, KindSchema } from './kind-schema.ts'
import type { Mutation, MutationOf, MutationResponse, MutationTarget, WaitCondition } from './mutation.ts'
import type { ComparedByMembers, RowOf, ShownOf } from './names.ts'
import type { PermittedNamespacesObserver, PermittedNamespacesRequest } from './permitted-namespaces.ts'
import type { RelatedObject, RelatedObserver, RelatedOptions, RelatedRoot } from './related.ts'
import type { HydratedSlice, SliceSnapshot } from './slice-snapshot.ts'
import type { StorageStatus } from './storage-status.ts'
import type { SliceForm, SliceState, Subscription } from './subscription.ts'

/** Options of every kind of connection. One connection is one cluster. */
export interface ConnectionOptions {
  /**
   * The apiserver's root URL, e.g. `https://cluster.example`, or a path such as `/k8s`, resolved against the document
   * as `fetch` does. Connecting throws a TypeError for an invalid URL.
   */
  readonly baseUrl: string
  /**
   * Returns a bearer token. Called on the page for its first call, when the shared reads need a token, and again after a 401.
   * Calls of `client` carry the token of their own page. The reads that pages of one identity share carry the token of any
   * of these pages. The host holds a token in memory only, until its page leaves. If the function fails, its message is the
   * error of the calls and slices that need the token, and reads are retried.
   * @default requests carry no token
   */
  readonly getToken?: (() => string | Promise<string>) | undefined
  /** Whether requests include cookies: `fetch`'s credentials. @default 'same-origin' */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined
  /** The field manager of writes. @default 'kube-informer' */
  readonly fieldManager?: string | undefined
  /**
   * Names whose reads this connection shares: all pages of one identity and server see the same rows, in memory and from
   * disk, whichever of their tokens was used. They must have the same rights, so a user who can take several roles needs
   * one identity for each: `${user}@${role}`. Add the cluster where one URL may reach several (`kubectl proxy`).
   *
   * Without it, or where the function rejects, nothing is persisted or shared between tabs, and the status gives the
   * reason. The function is called once. Tokens are never parsed or hashed to derive it.
   * @default none: the connection is private to this page, as with an empty string
   */
  readonly identity?: string | (() => Promise<string>) | undefined
  /**
   * The namespaces that the user may read. Slices over all of a resource show these where a cluster-wide list is forbidden
   * (403), or where the definition's `watchScope` is `namespace`. The function is called then, and again when the host
   * looks for changes: after 30 s, doubling to 10 min, when the token changes, and after `reconnect`.
   * @default those of the cluster in which access reviews allow it, if the user may list Namespaces
   */
  readonly namespaces?: readonly string[] | (() => readonly string[] | Promise<readonly string[]>) | undefined
  /** Time and timers; tests pass their own. @default the platform's */
  readonly clock?: Clock | undefined
  /**
   * Visibility, freezing and network state of the page.
   * @default `documentLifecycle()`; always visible where there is no document
   */
  readonly lifecycle?: PageLifecycle | undefined
  /** When changes are applied. @default the page's frames while it is visible, a timer otherwise */
  readonly frames?: FrameScheduler | undefined
  /**
   * How long a slice is kept after its last subscriber has left, in ms, so that a remount or a scrolling window finds it
   * still there.
   * @default 1000
   */
  readonly graceMs?: number | undefined
  /**
   * With locks, pages and hosts are notified at once when the other side has ended.
   * @default `navigator.locks`; without it, only a timeout detects it
   */
  readonly locks?: LockManager | undefined
  /** The source of jitter and of unique names. @default Math.random */
  readonly random?: Random | undefined
  /** The channel on which tabs announce a sign-out. @default `new BroadcastChannel(name)`, where there is one */
  readonly openBroadcast?: OpenBroadcast | undefined
  /** Used by `persistStorage`. @default `navigator.storage` */
  readonly storage?: StoragePersistence | undefined
}

/** The part of the platform's StorageManager that a page uses. */
export interface StoragePersistence {
  /** Requests persistent storage for the origin; resolves with whether it is granted. */
  persist(): Promise<boolean>
}

/**
 * Where the informers of a connection run, and whether their host responds. The object is frozen, and replaced at each
 * change.
 */
export interface ConnectionStatus {
  readonly host: HostKind
  /** Why this kind of host is used: it was requested, or a better one is not available. */
  readonly reason: string
  /** With the host `leader`: whether the informers run in this tab. */
  readonly role?: 'leader' | 'follower'
  /**
   * `connecting`: there is no host yet, or it has ended and another is starting; slices keep their rows. `failed`,
   * `signedOut` and `closed` are final.
   */
  readonly state: 'connecting' | 'ready' | 'failed' | 'signedOut' | 'closed'
  /** Why the connection failed or is connecting again, and what to do. With `signedOut`: what could not be deleted. */
  readonly error?: string
  /**
   * The worst freshness of the slices and trees that have subscribers: what one sign for the whole page shows. `live` without
   * any, `catching-up` while the connection is not ready, and `offline` at its end.
   */
  readonly freshness: Freshness
  /** How often a host was replaced, or connected to again. */
  readonly restarts: number
  /** What the host persists for this connection; `opening` until the host has reported it. */
  readonly storage: StorageStatus
}

/**
 * A page's connection to its informers, wherever they run.
 *
 * - A listener is called after the page's frame that applied a change, once for each change, never synchronously inside
 *   `subscribe`, and never after its unsubscribe function was called.
 * - Equal subscriptions share one stream of updates and the same state object.
 * - Failures are state, not exceptions. An unknown resource, index or comparator, an invalid selector, and a 403 are the
 *   `status.error` of the slices that they affect. A host that cannot be reached is the `status` of the connection.
 */
export interface Connection<TDefinitions extends InformerDefinitions = InformerDefinitions> {
  /** The definitions that the connection was created with. */
  readonly definitions: ComparedByMembers<TDefinitions>
  /**
   * Subscribes to a slice. The listener receives the present state, unless it is still the initial one, and each change.
   * Returns the unsubscribe function. An exception of the listener is reported as uncaught and does not affect other
   * listeners.
   *
   * @example
   * const unsubscribe = connection.subscribe(
   *   { resource: 'pods', namespace: 'default' },
   *   ({ data, total }) => console.log(total, data[0]?.metadata?.name),
   * )
   */
  subscribe<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    const TForm extends SliceForm = undefined,
  >(
    subscription: Subscription<TDefinitions, TResource, TForm>,
    listener: (state: SliceState<ShownOf<TDefinitions, TResource, TForm>>) => void,
  ): () => void
  /**
   * The slice as a store: its state, and notifications of changes. Equal subscriptions get the same observer while it is in
   * use. An observer without subscribers causes no traffic and is removed after `graceMs`.
   *
   * @param hydrated what a server has rendered: shown until the host has rows that are at least as new. If it is whole,
   * an informer that has to be started for it, and has no newer snapshot on disk, resumes from it without a list
   *
   * @example
   * const slice = connection.observe({ resource: 'pods' })
   * const unsubscribe = slice.subscribe(() => render(slice.getState().data))
   */
  observe<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    const TForm extends SliceForm = undefined,
  >(
    subscription: Subscription<TDefinitions, TResource, TForm>,
    hydrated?: HydratedSlice<ShownOf<TDefinitions, TResource, TForm>>,
  ): SliceObserver<ShownOf<TDefinitions, TResource, TForm>>
  /**
   * The content of a slice, once there is any: for server rendering, which cannot follow it. Rejects with the signal's
   * reason, and with the server's error if the user may not read it.
   *
   * @example
   * const { rows, total } = await connection.snapshot({ resource: 'pods' }, { signal: AbortSignal.timeout(2_000) })
   */
  snapshot<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    const TForm extends SliceForm = undefined,
  >(subscription: Subscription<TDefinitions, TResource, TForm>, options?: CallOptions): Promise<SliceSnapshot>
  /**
   * Waits until a slice has data; resolves with its state, from memory at once, and from the disk of the host before the
   * server has answered. Rejects with what prevents it: the error of the slice, a ConnectionError once the connection has
   * ended, and the signal's reason. It waits while there is no host, and while the page is offline. The slice is kept for
   * `graceMs` afterwards, and for a second at least, so a subscription that follows finds it.
   *
   * @example
   * const { data } = await connection.ensure({ resource: 'pods' }, { signal: AbortSignal.timeout(10_000) })
   */
  ensure<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    const TForm extends SliceForm = undefined,
  >(
    subscription: Subscription<TDefinitions, TResource, TForm>,
    options?: EnsureOptions,
  ): Promise<SliceState<ShownOf<TDefinitions, TResource, TForm>>>
  /**
   * An object with what it owns, directly and indirectly, and their Events, as a store: a Deployment with its ReplicaSets
   * and Pods. The host joins and updates the tree; it lists and watches the resources of the definition in the namespace of
   * the object. What cannot be read is named in the status. Equal requests get the same observer while it is in use, and it
   * is removed as those of slices are.
   *
   * @example
   * const tree = connection.observeRelated({ resource: 'deployments', object: 'default/web' }, { depth: 2 })
   * const unsubscribe = tree.subscribe(() => render(tree.getState().root?.children ?? []))
   */
  observeRelated(
    root: RelatedRoot<TDefinitions>,
    options?: RelatedOptions<TDefinitions>,
  ): RelatedObserver<RelatedObject<TDefinitions>>
  /** Single reads and writes, run where the informers run. */
  readonly client: ConnectionClient<TDefinitions>
  /**
   * Whether the server allows this user a request, as a store. Equal requests get the same observer. While it has
   * subscribers it is asked again every two minutes. The host batches the questions, and answers equal ones of all tabs of
   * an identity from its cache. It tells what to show; the server still decides about each request.
   *
   * @example
   * const access = connection.access({ verb: 'delete', resource: 'pods', namespace: 'default' })
   * const unsubscribe = access.subscribe(() => (button.disabled = !access.getState().allowed))
   */
  access<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    request: AccessRequest<TDefinitions, TResource>,
  ): AccessObserver
  /**
   * The namespaces that the user can choose from, as a store: the Namespaces of the cluster, which the host lists and watches while
   * there are subscribers. Where the user may not list them, those of the option `namespaces`, else those of the objects in the
   * caches of the host; nothing else is requested for it.
   *
   * @example
   * const { getState, subscribe } = connection.permittedNamespaces({ readable: 'pods' })
   * const unsubscribe = subscribe(() => showPicker(getState().namespaces, getState().error))
   */
  permittedNamespaces<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    request?: PermittedNamespacesRequest<TDefinitions, TResource>,
  ): PermittedNamespacesObserver
  /**
   * Writes an object and shows the change at once: in every slice and tab of the identity, before filters, sorts, windows
   * and counts. The rows show the server's response from its arrival on, and its state if it rejects the write. The
   * mutations of an object are sent one after another.
   *
   * @example
   * const patch = { spec: { paused: true } }
   * const { accepted } = connection.mutate({ resource: 'deployments', verb: 'patch', object: 'default/web', patch })
   * accepted.catch(error => alert(error.message))
   */
  mutate<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    const TMutation extends MutationOf<RowOf<TDefinitions, TResource>>,
  >(
    mutation: MutationTarget<TResource> & TMutation,
  ): Mutation<RowOf<TDefinitions, TResource>, MutationResponse<RowOf<TDefinitions, TResource>, TMutation>>
  /**
   * Waits until the cached object meets a condition; resolves with it, or with undefined where it is gone. Runs an informer
   * of the object unless one covers it. Optimistic changes do not count. Another host continues the wait. Rejects with the
   * signal's reason, and with the server's error if the user may not read the object.
   *
   * @example
   * await connection.waitFor('pods', 'default/web-0', { condition: 'Ready' }, {
   *   signal: AbortSignal.timeout(60_000),
   * })
   */
  waitFor<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    resource: TResource,
    object: ObjectName,
    condition: WaitCondition,
    options?: CallOptions,
  ): Promise<RowOf<TDefinitions, TResource> | undefined>
  /**
   * What the server serves, as a live store: kinds come and go with their CustomResourceDefinitions. The host discovers while
   * a tab has subscribers.
   *
   * @example
   * const { getState, subscribe } = connection.discovery
   * const unsubscribe = subscribe(() => render(preferredResources(getState().resources)))
   */
  readonly discovery: DiscoveryStore
  /**
   * The schema of a kind, from the server's OpenAPI document, for an editor or a form. The host requests the document once
   * for concurrent calls, and again after it has changed. Rejects with a SchemaNotFoundError's message where the server has
   * no schema of the kind, and with the server's error where the user may not read it.
   *
   * @example
   * const { schema, definitions } = await connection.schema({ group: 'apps', version: 'v1', kind: 'Deployment' })
   */
  schema(kind: KindReference, options?: CallOptions): Promise<KindSchema>
  /** Where the informers run, and whether their host responds; the same reference until something changes. */
  readonly status: ConnectionStatus
  /**
   * Calls back with the new status after each change. Returns the unsubscribe function.
   *
   * @example
   * const unsubscribe = connection.subscribeStatus(({ state, error }) => console.log(state, error ?? ''))
   */
  subscribeStatus(listener: (status: ConnectionStatus) => void): () => void
  /**
   * Deletes the data of this connection's identity: its caches in memory and on disk, in this tab and every other of the
   * origin. From this call on, slices are empty and calls reject; the connections end as `signedOut`. Resolves once this
   * tab's host has deleted both (wait for it before the page is reloaded). Rejects when the disk could not be cleared, or
   * the connection has ended before.
   *
   * @example
   * await connection.signOut()
   * location.assign('/login')
   */
  signOut(): Promise<void>
  /**
   * Asks the server again at once: opens every watch again, and requests what was forbidden, which is otherwise retried
   * after 30 s, doubling to 10 min. For a button, or after rights were granted.
   */
  reconnect(): void
  /**
   * Requests persistent storage from the browser (`navigator.storage.persist()`), which may prompt the user. Resolves
   * with whether it is granted; false where the browser has no such API.
   */
  persistStorage(): Promise<boolean>
  /**
   * Closes this page's connection: its subscriptions and its worker. A shared host stops an informer once no page uses
   * it. Idempotent.
   */
  close(): void
}

/** Options of `connection.ensure`. */
export interface EnsureOptions {
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined
  /** How long to wait, in ms of the connection's clock; then it rejects with a `TimeoutError`. @default no limit */
  readonly timeoutMs?: number | undefined
  /** An error of the slice that does not reject: that of an attempt before `reconnect`. @default none */
  readonly ignore?: Error | undefined
}

/** One slice as a store, in the shape of React's `useSyncExternalStore`. Its members do not use `this`. */
export interface SliceObserver<T> {
  /** The same reference until something visible changes. */
  readonly getState: () => SliceState<T>
  /** Calls back after each change, never synchronously. Returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void
}
