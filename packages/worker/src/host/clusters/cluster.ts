import type {
  Clock,
  InformerStatus,
  KubeClient,
  Random,
  ResourceDefinition,
  Row,
  TableColumn,
} from '@kube-informer/core'
import { ListenerSet } from '@kube-informer/core/internal'
import { KindSchemas } from '@kube-informer/core/openapi'
import type { InformerDefinition, InformerDefinitions } from '../../api/definition.ts'
import { type Scope, type SliceForm, type Subscription, subscriptionKey } from '../../api/subscription.ts'
import { AccessReviews } from '../access/access-reviews.ts'
import {
  type CompiledDefinition,
  compileDefinition,
  compileIdentities,
  compileTable,
  findDefinition,
} from '../definitions/compiled-definition.ts'
import { ClusterDiscovery } from '../discovery/cluster-discovery.ts'
import type { NamesView } from '../discovery/watched-names.ts'
import { isRefused } from '../held-view/denials.ts'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import type { FollowReads } from '../held-view/read-follower.ts'
import { unionStatus } from '../held-view/union-status.ts'
import { CircuitBreaker } from '../informers/circuit-breaker.ts'
import type { TakeHydrated } from '../informers/hydrated-store.ts'
import { type OwnedDisk, RetainedSnapshots } from '../informers/retained-snapshots.ts'
import { ScopedInformer } from '../informers/scoped-informer.ts'
import type { RequestNamespaces } from '../namespaces/given-namespaces.ts'
import { Writes } from '../overlay/writes.ts'
import { Planner } from '../planning/planner.ts'
import type { RunningInformers, WantedSlice } from '../planning/running-informers.ts'
import { textScope } from '../planning/text-scope.ts'
import { type ScopeFilter, scopeFilterOf } from '../slices/scope-filter.ts'
import { type InformerQuota, openCounted } from '../views/counted-view.ts'
import { countersIn, DerivedView } from '../views/derived-view.ts'
import { StatusView } from '../views/status-view.ts'

/** Options of {@link Cluster}. */
export interface ClusterOptions {
  readonly definitions: InformerDefinitions
  /** Sends the reads that all pages of the cluster share. */
  readonly client: KubeClient
  readonly clock: Clock
  readonly random: Random
  readonly idleGraceMs: number
  /** How long the rows of a stopped informer stay in memory where they are not persisted. */
  readonly retainMs: number
  /** Absent where nothing may be persisted. */
  readonly keeping?: OwnedDisk | undefined
  /** Pending while the owner's data is being deleted from disk. */
  readonly erased?: Promise<void> | undefined
  /** Undefined where no page names namespaces. */
  readonly requestNamespaces: () => RequestNamespaces | undefined
}

/** A resource in a scope. */
interface InformerLocation {
  readonly definition: CompiledDefinition
  readonly scope: Scope
  /** Equal for equal locations. */
  readonly key: string
}

/** The informers of one server and user: one for each resource and scope with subscribers. */
export class Cluster {
  /** What the shared reads may do; pages ask about their own rights. */
  readonly access: AccessReviews
  /** The writes of its pages that slices show before the watch does. */
  readonly writes: Writes
  /** What the server serves. */
  readonly discovery: ClusterDiscovery
  /** The schemas of its kinds. */
  readonly schemas: KindSchemas
  readonly #options: ClusterOptions
  readonly #breaker: CircuitBreaker
  readonly #stores: RetainedSnapshots
  /** By definition; for resources found at run time, by their group, version and name. */
  readonly #compiled = new Map<InformerDefinition | string, CompiledDefinition>()
  /** The Tables of what is compiled. */
  readonly #tables = new Map<CompiledDefinition, CompiledDefinition>()
  readonly #informers = new Map<string, ScopedInformer>()
  /** Subscribers to a status alone, and the definition of its informer. */
  readonly #statusUsers = new Map<ViewUser, CompiledDefinition>()
  /** The informers that have data and that the server does not refuse. */
  readonly #usable = new Set<ScopedInformer>()
  readonly #usableListeners = new Map<() => void, CompiledDefinition>()
  readonly #readListeners = new ListenerSet()
  readonly #planner: Planner

  constructor(options: ClusterOptions) {
    this.access = new AccessReviews(options)
    this.discovery = new ClusterDiscovery({ ...options, openNames: this.#openNames.bind(this) })
    this.schemas = new KindSchemas(options)
    this.#options = options
    this.#breaker = new CircuitBreaker(options)
    const { untilReached } = this.#breaker
    this.writes = new Writes({ ...options, untilReached: untilReached.bind(this.#breaker) })
    this.#stores = new RetainedSnapshots(options)
    this.#planner = new Planner({ ...options, access: this.access, informers: this.#running() })
  }

  /** Whether memory holds rows that are not persisted. */
  get hasRetained(): boolean {
    return this.#stores.hasRetained
  }

  get definitions(): InformerDefinitions {
    return this.#options.definitions
  }

  /** Resolves a resource; throws a UsageError for an unknown name. */
  resource(reference: string | ResourceDefinition): ResourceDefinition {
    return findDefinition(this.#options.definitions, reference).resource
  }

  /**
   * Opens a view of a slice, by the plan of its definition. A subscription to a status starts no informer. Throws a
   * UsageError for a name that the definition does not have, and for an invalid key or namespace.
   *
   * @param quota counts the informers of the page
   * @param takeHydrated the rows with which an informer of the page's slice may start
   */
  open(
    { resource, form, scope: asked = {}, slice = {} }: Subscription,
    user: ViewUser,
    quota?: InformerQuota,
    takeHydrated?: TakeHydrated,
  ): HeldView {
    const definition = this.#definitionOf(resource, form)
    const scope = textScope(asked)
    if (slice.target?.type === 'status') return this.#openStatus(this.#locate(definition, scope), user)
    // Rows that a server has rendered do not say which columns their cells had.
    const hydrated = form === 'table' ? undefined : takeHydrated
    return this.#planner.open({ definition, scope, slice, quota, takeHydrated: hydrated }, user)
  }

  /** The columns of the rows of a slice; undefined where it shows no Table, or they are not known yet. */
  columnsOf({ resource, form }: Subscription, rows: readonly Row[]): readonly TableColumn[] | undefined {
    return form === 'table' ? this.#definitionOf(resource, form).table?.of(rows) : undefined
  }

  /** Reopens every watch: connections may be broken without notice. What was denied is requested again. */
  reconnect(): void {
    this.#breaker.open()
    for (const informer of this.#informers.values()) informer.reconnect()
    this.#planner.retry()
    this.discovery.reconnect()
  }

  /** Requests again what was denied: the token has changed. */
  retryDenied(): void {
    for (const informer of this.#informers.values()) informer.retryDenied()
    this.#planner.retry()
  }

  /** Repeats every read that is open or in flight, and plans anew: their token must not be used any longer. */
  replaceReads(): void {
    for (const informer of this.#informers.values()) informer.reconnect({ force: true })
    this.access.restart()
    this.#planner.retry()
    this.discovery.reconnect()
  }

  /** Stops every informer and every access review, and clears memory. Later saves are ignored. Idempotent. */
  stop(): void {
    this.#stores.close()
    this.#planner.close()
    this.access.close()
    this.discovery.stop()
    this.writes.stop()
    for (const informer of [...this.#informers.values()]) informer.stop()
  }

  readonly followReads: FollowReads = listener => this.#readListeners.add(listener)

  #running(): RunningInformers {
    return {
      followReads: this.followReads,
      open: (wanted, user) => this.#openScope(wanted, user, false),
      openWider: (wanted, user) => this.#openScope(wanted, user, true),
      hasWider: ({ definition, scope }) => this.#findWider(this.#locate(definition, scope)) !== undefined,
      subscribeUsable: (definition, listener) => {
        this.#usableListeners.set(listener, definition)
        return () => this.#usableListeners.delete(listener)
      },
      definitionOf: resource => this.#compile(findDefinition(this.#options.definitions, resource)),
    }
  }

  #locate(definition: CompiledDefinition, scope: Scope): InformerLocation {
    const { resource } = definition
    const normalized = {
      namespace: (resource.namespaced && scope.namespace) || undefined,
      labelSelector: scope.labelSelector || undefined,
      fieldSelector: scope.fieldSelector || undefined,
    }
    return {
      definition,
      scope: normalized,
      key: `${definition.id} ${subscriptionKey({ resource, scope: normalized })}`,
    }
  }

  #openScope(wanted: WantedSlice, user: ViewUser, prefersWider: boolean): HeldView {
    const { definition, scope, slice, quota } = wanted
    const location = this.#locate(definition, scope)
    const isOwn = !prefersWider && this.#informers.has(location.key)
    const wide = isOwn ? undefined : this.#findWider(location)
    const openOwn = (own: ViewUser) => {
      const open = () => this.#openOwn(location, wanted, own)
      return quota ? openCounted(quota, location.key, open) : open()
    }
    return wide
      ? new DerivedView({ ...wide, slice, user, openOwn, followReads: this.followReads })
      : openOwn(user)
  }

  /** The names of a resource's objects, read as metadata. */
  #openNames(resource: ResourceDefinition, onChange: () => void): NamesView {
    const key = `names ${subscriptionKey({ resource })}`
    const definition = this.#compiled.get(key) ?? compileIdentities(resource, this.#compiled.size)
    this.#compiled.set(key, definition)
    const user = { onRows: onChange, onStatus: onChange }
    const held = this.#openScope({ definition, scope: {}, slice: {} }, user, false)
    return {
      get isComplete() {
        return held.status.data === 'complete'
      },
      objects: () => held.view.rows(),
      release: () => held.release(),
    }
  }

  #openStatus(location: InformerLocation, user: ViewUser): HeldView {
    this.#statusUsers.set(user, location.definition)
    return new StatusView({
      read: () => this.#statusOf(location),
      onReleased: () => this.#statusUsers.delete(user),
    })
  }

  /** Of the informer that serves the scope, else of those that serve parts of it. */
  #statusOf(location: InformerLocation): InformerStatus | undefined {
    const own = this.#informers.get(location.key)
    if (own) return own.status
    const wide = this.#findWider(location)
    if (wide) return { ...wide.informer.status, counters: countersIn(wide.informer, wide.scopeFilter) }
    const parts = [...this.#informers.values()].filter(
      ({ definition, scope }) =>
        definition === location.definition && scopeFilterOf(definition, location.scope, scope),
    )
    return parts.length > 0
      ? unionStatus(
          parts.map(({ status }) => status),
          true,
        )
      : undefined
  }

  #statusChanged(informer: ScopedInformer): void {
    const { definition, status } = informer
    this.writes.overlayOf(definition.resource).settle()
    for (const [user, each] of [...this.#statusUsers]) if (each === definition) user.onStatus()
    this.#readListeners.emit()
    const isUsable = this.#informers.has(informer.key) && status.data !== 'none' && !isRefused(status)
    if (!isUsable) this.#usable.delete(informer)
    if (!isUsable || this.#usable.has(informer)) return
    this.#usable.add(informer)
    for (const [listener, each] of [...this.#usableListeners]) if (each === definition) listener()
  }

  #openOwn(location: InformerLocation, { slice, takeHydrated }: WantedSlice, user: ViewUser): HeldView {
    const informer = this.#informers.get(location.key) ?? this.#start(location, takeHydrated)
    try {
      return informer.open(slice, user)
    } catch (error) {
      informer.stopWhenIdle()
      throw error
    }
  }

  #start({ definition, scope, key }: InformerLocation, takeHydrated?: TakeHydrated): ScopedInformer {
    const { client, clock, random, idleGraceMs } = this.#options
    const isNarrow = scope.namespace !== undefined || !definition.resource.namespaced
    const informer: ScopedInformer = new ScopedInformer({
      definition,
      scope,
      key,
      client,
      clock,
      random,
      idleGraceMs,
      breaker: this.#breaker,
      overlay: this.writes.overlayOf(definition.resource),
      kept: this.#stores.open(definition, scope, key, takeHydrated?.(scope)),
      before: isNarrow ? undefined : () => this.#afterNamespaces(definition),
      onStatus: () => this.#statusChanged(informer),
      onStopped: () => {
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

  /** The widest informer that has data and that the server does not reject, so that the others can stop. */
  #findWider({
    definition,
    scope,
    key,
  }: InformerLocation): { informer: ScopedInformer; scopeFilter: ScopeFilter } | undefined {
    let widest: { informer: ScopedInformer; scopeFilter: ScopeFilter } | undefined
    for (const informer of this.#informers.values()) {
      const { status } = informer
      if (informer.definition !== definition || informer.key === key) continue
      if (status.data === 'none' || isRefused(status)) continue
      const scopeFilter = scopeFilterOf(definition, informer.scope, scope)
      const isWider = !widest || scopeFilterOf(definition, informer.scope, widest.informer.scope)
      if (scopeFilter && isWider) widest = { informer, scopeFilter }
    }
    return widest
  }

  #definitionOf(resource: string | ResourceDefinition, form: SliceForm): CompiledDefinition {
    const definition = this.#compile(findDefinition(this.#options.definitions, resource))
    if (form !== 'table') return definition
    // Negative, so that no number is used twice.
    const table = this.#tables.get(definition) ?? compileTable(definition, -1 - this.#tables.size)
    this.#tables.set(definition, table)
    return table
  }

  /** Once for each definition, so that its informers share decoded objects. */
  #compile(definition: InformerDefinition): CompiledDefinition {
    const { definitions } = this.#options
    const isNamed = Object.values(definitions).some(each => Object.is(each, definition))
    const key = isNamed ? definition : subscriptionKey({ resource: definition.resource })
    const compiled =
      this.#compiled.get(key) ?? compileDefinition(definition, this.#compiled.size, definitions)
    this.#compiled.set(key, compiled)
    return compiled
  }
}
