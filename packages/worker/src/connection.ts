import type {
  Clock,
  KubernetesObject,
  PageLifecycle,
  ResourceDefinition,
  ResourceLocation,
} from '@kube-informer/core'
import type { InformerDefinitions } from './definition.ts'
import type { FrameScheduler } from './page/frame-scheduler.ts'
import type { SliceState, Subscription } from './subscription.ts'

/** Options that every way of connecting shares. One connection is one cluster. */
export interface ConnectionOptions {
  /** The apiserver's root, e.g. `https://cluster.example` or a path of the page's own origin, `/k8s`. */
  readonly baseUrl: string
  /** Asked when a request needs a bearer token; runs on the page, and once more after a 401. */
  readonly getToken?: (() => string | Promise<string>) | undefined
  /** Whether cookies go along (`fetch`'s credentials). */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined
  /** Who the writes are attributed to. @default 'kube-informer' */
  readonly fieldManager?: string | undefined
  /**
   * Names the user of this connection. Without it nothing is persisted or shared between tabs.
   * A token is never parsed or hashed to make one.
   */
  readonly identity?: string | (() => Promise<string>) | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default the document's visibility; always visible where there is no document */
  readonly lifecycle?: PageLifecycle | undefined
  /** When changes reach subscribers. @default the page's frames while it is visible, a timer otherwise */
  readonly frames?: FrameScheduler | undefined
  /**
   * How long a slice that nobody subscribes to any more is kept, so that a remount or a scrolling window
   * finds it alive.
   * @default 1000
   */
  readonly graceMs?: number | undefined
}

/** Where the informers of a connection run, and whether they answer. */
export interface ConnectionStatus {
  readonly host: 'dedicated' | 'inline'
  readonly state: 'connecting' | 'ready' | 'failed' | 'closed'
  /** Why it failed, and what to do. */
  readonly error?: string
}

/** The names of a definition's resources. */
export type ResourceName<TDefinitions> = Extract<keyof TDefinitions, string>

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
 */
export interface Connection<TDefinitions extends InformerDefinitions = InformerDefinitions> {
  readonly definitions: TDefinitions
  /**
   * Follows a slice; returns its own undo.
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
  readonly status: ConnectionStatus
  subscribeStatus(listener: (status: ConnectionStatus) => void): () => void
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

/** A resource of the definition by name, or any other. */
export type ResourceReference<TDefinitions> = ResourceName<TDefinitions> | ResourceDefinition

/** The verbs of `connection.client`; a refusal rejects with the server's StatusError. */
export interface ConnectionClient<TDefinitions = InformerDefinitions> {
  get<T = KubernetesObject>(resource: ResourceReference<TDefinitions>, at: ResourceLocation): Promise<T>
  create<T = KubernetesObject>(resource: ResourceReference<TDefinitions>, object: T): Promise<T>
  replace<T = KubernetesObject>(resource: ResourceReference<TDefinitions>, object: T): Promise<T>
  patch<T = KubernetesObject>(
    resource: ResourceReference<TDefinitions>,
    at: ResourceLocation,
    patch: unknown,
    patchType?: 'merge' | 'json' | 'strategic',
  ): Promise<T>
  delete(
    resource: ResourceReference<TDefinitions>,
    at: ResourceLocation,
    options?: DeleteOptions,
  ): Promise<void>
  /** Sets `spec.replicas` through the scale subresource. */
  scale(resource: ResourceReference<TDefinitions>, at: ResourceLocation, replicas: number): Promise<void>
}

/** meta/v1 DeleteOptions, as far as a page needs them. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground'
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
}
