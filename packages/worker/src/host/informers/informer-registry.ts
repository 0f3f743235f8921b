import type { Clock, InformerClient, Random, ResourceDefinition, TimerHandle } from '@kube-informer/core'
import { ListenerSet } from '@kube-informer/core/internal'
import type { Slice } from '../../api/subscription.ts'
import type { AccessReviews } from '../access/access-reviews.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import type { FollowReads } from '../held-view/read-follower.ts'
import type { WriteOverlay } from '../overlay/write-overlay.ts'
import { rowOrder } from '../slices/row-order.ts'
import { bothScopes, namespacesFilter, type ScopeFilter } from '../slices/scope-filter.ts'
import { openCounted } from '../views/counted-view.ts'
import { openDerived } from '../views/derived-view.ts'
import { StatusView, type StatusViewOptions } from '../views/status-view.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { type InformerLocation, locate } from './informer-location.ts'
import { type OwnedDisk, RetainedSnapshots } from './retained-snapshots.ts'
import { ScopedInformer } from './scoped-informer.ts'
import { UsableInformers } from './usable-informers.ts'
import type { WantedSlice } from './wanted-slice.ts'
import { countersIn, findWidest, isUsable, statusIn, type WiderScope } from './wider-scope.ts'

export interface InformerRegistryOptions {
  readonly client: InformerClient
  readonly clock: Clock
  readonly random: Random
  readonly breaker: CircuitBreaker
  readonly access: Pick<AccessReviews, 'reviewAgain'>
  /** The pending writes of a resource. */
  readonly overlayOf: (resource: ResourceDefinition) => WriteOverlay
  /** How long an informer runs after its last user has left. */
  readonly idleGraceMs: number
  /** How long the rows of a stopped informer stay in memory where they are not persisted. */
  readonly retainMs: number
  /** Absent where nothing may be persisted. */
  readonly keeping?: OwnedDisk | undefined
  /** Pending while the owner's data is being deleted from disk. */
  readonly erased?: Promise<void> | undefined
}

/**
 * The running informers of a cluster: one for each resource and scope with users. It starts with its first user and stops
 * a while after its last. A slice is served by a wider informer that has data, if there is one.
 */
export class InformerRegistry {
  readonly #options: InformerRegistryOptions
  readonly #stores: RetainedSnapshots
  /** By the key of their location. */
  readonly #informers = new Map<string, ScopedInformer>()
  /** Of informers without users, until they stop. */
  readonly #idle = new Map<ScopedInformer, TimerHandle>()
  readonly #usable = new UsableInformers()
  /** Subscribers to a status alone, and the definition of its informer. */
  readonly #statusUsers = new Map<ViewUser, CompiledDefinition>()
  readonly #readListeners = new ListenerSet()

  constructor(options: InformerRegistryOptions) {
    this.#options = options
    this.#stores = new RetainedSnapshots(options)
  }

  /** Whether memory holds rows that are not persisted. */
  get hasRetained(): boolean {
    return this.#stores.hasRetained
  }

  /** The namespaces of the cached objects that the server lets the user read. */
  get namespaces(): ReadonlySet<string> {
    return new Set([...this.#informers.values()].filter(isUsable).flatMap(({ namespaces }) => namespaces))
  }

  readonly followReads: FollowReads = listener => this.#readListeners.add(listener)

  /** Opens the slice in exactly its scope: from a wider informer that has data, else from an informer of its own. */
  open(wanted: WantedSlice, user: ViewUser): HeldView {
    const location = locate(wanted)
    const isOwn = this.#informers.has(location.key)
    return isOwn ? this.#openOwn(location, wanted, user) : this.#openWidest(location, wanted, user)
  }

  /** As `open`, from a wider informer that has data even if one of the slice's own scope runs. */
  openWider(wanted: WantedSlice, user: ViewUser): HeldView {
    return this.#openWidest(locate(wanted), wanted, user)
  }

  /** Opens a view that starts no informer: it has the status of the slices of the scope, else of the informers that serve it. */
  openStatus(
    wanted: Pick<WantedSlice, 'definition' | 'scope'>,
    user: ViewUser,
    {
      ofSlices,
      onReleased,
    }: { readonly ofSlices: StatusViewOptions['read']; readonly onReleased: () => void },
  ): HeldView {
    const location = locate(wanted)
    this.#statusUsers.set(user, location.definition)
    return new StatusView({
      read: () => ofSlices() ?? statusIn(location, this.#informers),
      onReleased: () => {
        this.#statusUsers.delete(user)
        onReleased()
      },
    })
  }

  /** Whether an informer with a wider scope has data. */
  hasWider(wanted: WantedSlice): boolean {
    return this.#findWidest(locate(wanted)) !== undefined
  }

  /** Calls back when an informer of the definition has become usable. Returns the unsubscribe function. */
  subscribeUsable(definition: CompiledDefinition, listener: () => void): () => void {
    return this.#usable.subscribe(definition, listener)
  }

  /** Reopens every watch. What was denied is requested again. With `force`, lists in flight are repeated too. */
  reconnect(options?: { readonly force?: boolean }): void {
    for (const informer of this.#informers.values()) informer.reconnect(options)
  }

  /** Requests again what was denied. */
  retryDenied(): void {
    for (const informer of this.#informers.values()) informer.retryDenied()
  }

  /** Stops every informer, and clears memory. Later saves are ignored. Idempotent. */
  stop(): void {
    this.#stores.close()
    for (const informer of [...this.#informers.values()]) informer.stop()
  }

  #findWidest(location: InformerLocation): WiderScope | undefined {
    return findWidest(location, this.#informers.values())
  }

  #openWidest(location: InformerLocation, wanted: WantedSlice, user: ViewUser): HeldView {
    const wide = this.#findWidest(location)
    if (!wide) return this.#openOwn(location, wanted, user)
    const { definition, slice } = wanted
    const scopeFilter = bothScopes(wide.scopeFilter, shownIn(wanted))
    return openDerived({
      order: rowOrder(slice.sort, definition),
      user,
      openWide: follower => this.#use(wide.informer, slice, follower, scopeFilter),
      openOwn: own => this.#openOwn(location, wanted, own),
      counters: () => countersIn(wide),
      followReads: this.followReads,
    })
  }

  #openOwn(location: InformerLocation, wanted: WantedSlice, user: ViewUser): HeldView {
    const { slice, quota } = wanted
    const open = () => {
      const informer = this.#informers.get(location.key) ?? this.#start(location, wanted)
      try {
        return this.#use(informer, slice, user, shownIn(wanted))
      } catch (error) {
        this.#stopWhenIdle(informer)
        throw error
      }
    }
    return quota ? openCounted(quota, location.key, open) : open()
  }

  #use(informer: ScopedInformer, slice: Slice, user: ViewUser, scopeFilter?: ScopeFilter): HeldView {
    const held = informer.open(slice, user, scopeFilter)
    this.#keep(informer)
    return held
  }

  #start(
    { definition, scope, key }: InformerLocation,
    { takeHydrated, before }: WantedSlice,
  ): ScopedInformer {
    const { client, clock, random, breaker, access, overlayOf } = this.#options
    const isNarrow = scope.namespace !== undefined || !definition.resource.namespaced
    const informer: ScopedInformer = new ScopedInformer({
      definition,
      scope,
      key,
      client,
      clock,
      random,
      breaker,
      access,
      overlay: overlayOf(definition.resource),
      kept: this.#stores.open(definition, scope, key, takeHydrated?.(scope)),
      before: isNarrow ? before : () => this.#afterNamespaces(definition),
      onStatus: () => this.#statusChanged(informer),
      onIdle: () => this.#stopWhenIdle(informer),
      onStopped: () => {
        this.#keep(informer)
        this.#informers.delete(key)
        this.#statusChanged(informer)
      },
    })
    this.#informers.set(key, informer)
    this.#statusChanged(informer)
    return informer
  }

  /** What a page shows of a namespace is requested before the long list of all, also where both are subscribed together. */
  async #afterNamespaces(definition: CompiledDefinition): Promise<void> {
    await this.#options.clock.yieldToHost()
    const informers = [...this.#informers.values()].filter(
      each => each.definition === definition && each.scope.namespace !== undefined,
    )
    await Promise.all(informers.map(({ firstRequest }) => firstRequest))
  }

  /**
   * Stops an informer without users after the grace period; at once where the server denies the rows, and where nothing was
   * requested, since another informer has them.
   */
  #stopWhenIdle(informer: ScopedInformer): void {
    const { clock, idleGraceMs } = this.#options
    if (!informer.isIdle) return
    this.#keep(informer)
    if (informer.isDenied || informer.isHeld) informer.stop()
    else
      this.#idle.set(
        informer,
        clock.setTimeout(() => informer.stop(), idleGraceMs),
      )
  }

  #keep(informer: ScopedInformer): void {
    this.#options.clock.clearTimeout(this.#idle.get(informer))
    this.#idle.delete(informer)
  }

  #statusChanged(informer: ScopedInformer): void {
    const { definition, key } = informer
    this.#options.overlayOf(definition.resource).settle()
    for (const [user, each] of [...this.#statusUsers]) if (each === definition) user.onStatus()
    this.#readListeners.emit()
    this.#usable.update(informer, this.#informers.has(key) && isUsable(informer))
  }
}

const shownIn = ({ namespaces }: WantedSlice): ScopeFilter | undefined =>
  namespaces && namespacesFilter(namespaces)
