import type { Clock, InformerStatus, KubeClient, Random, ResourceDefinition } from '@kube-informer/core'
import type { InformerDefinition, InformerDefinitions } from '../../api/definition.ts'
import { type Scope, type Subscription, subscriptionKey } from '../../api/subscription.ts'
import { AccessReviews } from '../access/access-reviews.ts'
import { type CompiledDefinition, compileDefinition, findDefinition } from '../view/compiled-definition.ts'
import { type ScopeFilter, scopeFilterOf } from '../view/scope-filter.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { countersIn, DerivedView, isRefused } from './derived-view.ts'
import { type OwnedDisk, RetainedSnapshots } from './retained-snapshots.ts'
import { type HeldView, ScopedInformer, type ViewUser } from './scoped-informer.ts'
import { StatusView } from './status-view.ts'

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
  /** What the shared reads may do. */
  readonly access: AccessReviews
  readonly #options: ClusterOptions
  readonly #breaker: CircuitBreaker
  readonly #stores: RetainedSnapshots
  /** By definition; for resources found at run time, by their group, version and name. */
  readonly #compiled = new Map<InformerDefinition | string, CompiledDefinition>()
  readonly #informers = new Map<string, ScopedInformer>()
  /** Subscribers to a status alone, and the definition of its informer. */
  readonly #statusUsers = new Map<ViewUser, CompiledDefinition>()

  constructor(options: ClusterOptions) {
    this.access = new AccessReviews(options)
    this.#options = options
    this.#breaker = new CircuitBreaker(options)
    this.#stores = new RetainedSnapshots(options)
  }

  /** Whether memory holds rows that are not persisted. */
  get hasRetained(): boolean {
    return this.#stores.hasRetained
  }

  /** Resolves a resource; throws a UsageError for an unknown name. */
  resource(reference: string | ResourceDefinition): ResourceDefinition {
    return findDefinition(this.#options.definitions, reference).resource
  }

  /**
   * Opens a view of a slice: from the informer of its scope, or from one with a wider scope that runs and has data, so
   * that there is no second watch. Otherwise starts an informer. A subscription to a status starts none. Throws a
   * UsageError for a name that the definition does not have.
   */
  open({ resource, scope = {}, slice = {} }: Subscription, user: ViewUser): HeldView {
    const location = this.#locate(resource, scope)
    if (slice.target?.type === 'status') return this.#openStatus(location, user)
    const wide = this.#informers.has(location.key) ? undefined : this.#findWider(location)
    const openOwn = (own: ViewUser) => this.#openOwn(location, slice, own)
    return wide ? new DerivedView({ ...wide, slice, user, openOwn }) : openOwn(user)
  }

  /** Reopens every watch: connections may be broken without notice. */
  reconnect(): void {
    this.#breaker.open()
    for (const informer of this.#informers.values()) informer.reconnect()
  }

  /** Reopens every watch, also one that was opened a moment ago: their token must not be used any longer. */
  replaceWatches(): void {
    for (const informer of this.#informers.values()) informer.reconnect({ force: true })
  }

  /** Stops every informer and every access review, and clears memory. Later saves are ignored. Idempotent. */
  stop(): void {
    this.#stores.close()
    this.access.close()
    for (const informer of [...this.#informers.values()]) informer.stop()
  }

  #locate(reference: string | ResourceDefinition, scope: Scope): InformerLocation {
    const definition = this.#compile(findDefinition(this.#options.definitions, reference))
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

  #openStatus(location: InformerLocation, user: ViewUser): HeldView {
    this.#statusUsers.set(user, location.definition)
    return new StatusView({
      read: () => this.#statusOf(location),
      onReleased: () => this.#statusUsers.delete(user),
    })
  }

  #statusOf(location: InformerLocation): InformerStatus | undefined {
    const own = this.#informers.get(location.key)
    if (own) return own.status
    const wide = this.#findWider(location)
    return wide && { ...wide.informer.status, counters: countersIn(wide.informer, wide.scopeFilter) }
  }

  #statusChanged(definition: CompiledDefinition): void {
    for (const [user, each] of [...this.#statusUsers]) if (each === definition) user.onStatus()
  }

  #openOwn(location: InformerLocation, slice: Subscription['slice'], user: ViewUser): HeldView {
    const informer = this.#informers.get(location.key) ?? this.#start(location)
    try {
      return informer.open(slice ?? {}, user)
    } catch (error) {
      informer.stopWhenIdle()
      throw error
    }
  }

  #start({ definition, scope, key }: InformerLocation): ScopedInformer {
    const { client, clock, random, idleGraceMs } = this.#options
    const informer = new ScopedInformer({
      definition,
      scope,
      client,
      clock,
      random,
      idleGraceMs,
      breaker: this.#breaker,
      kept: this.#stores.open(definition, scope, key),
      onStatus: () => this.#statusChanged(definition),
      onStopped: () => {
        this.#informers.delete(key)
        this.#statusChanged(definition)
      },
    })
    this.#informers.set(key, informer)
    this.#statusChanged(definition)
    return informer
  }

  /** Only an informer that has data and that the server does not reject. */
  #findWider({
    definition,
    scope,
  }: InformerLocation): { informer: ScopedInformer; scopeFilter: ScopeFilter } | undefined {
    for (const informer of this.#informers.values()) {
      const { status } = informer
      if (informer.definition !== definition || status.data === 'none' || isRefused(status)) continue
      const scopeFilter = scopeFilterOf(definition, informer.scope, scope)
      if (scopeFilter) return { informer, scopeFilter }
    }
    return undefined
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
