import type { Clock, InformerStatus, KubeClient, Random, ResourceDefinition } from '@kube-informer/core'
import type { InformerDefinition, InformerDefinitions } from '../../api/definition.ts'
import { type Scope, type Subscription, subscriptionKey } from '../../api/subscription.ts'
import { type CompiledDefinition, compileDefinition, findDefinition } from '../view/compiled-definition.ts'
import { type ScopeFilter, scopeFilterOf } from '../view/scope-filter.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { countersIn, DerivedView, isRefused } from './derived-view.ts'
import { type OwnedDisk, RetainedSnapshots } from './retained-snapshots.ts'
import { type HeldView, ScopedInformer, type ViewUser } from './scoped-informer.ts'
import { StatusView } from './status-view.ts'

/** What {@link Cluster} takes. */
export interface ClusterOptions {
  readonly definitions: InformerDefinitions
  readonly client: KubeClient
  readonly clock: Clock
  readonly random: Random
  readonly idleGraceMs: number
  /** How long the rows of a stopped informer stay in memory where no disk keeps them. */
  readonly retainMs: number
  /** Absent where nothing may be on disk. */
  readonly keeping?: OwnedDisk | undefined
  /** While this is pending, the disk is being emptied of what is kept for the owner. */
  readonly erased?: Promise<void> | undefined
}

/** A resource in a scope. */
interface Place {
  readonly definition: CompiledDefinition
  readonly scope: Scope
  /** Equal for equal places. */
  readonly key: string
}

/** The informers of one server and user: one for each resource and scope that somebody looks at. */
export class Cluster {
  readonly client: KubeClient
  readonly #options: ClusterOptions
  readonly #breaker: CircuitBreaker
  readonly #stores: RetainedSnapshots
  /** By definition; those of resources found at run time by what they are. */
  readonly #compiled = new Map<InformerDefinition | string, CompiledDefinition>()
  readonly #informers = new Map<string, ScopedInformer>()
  /** Subscribers to a status alone, and the definition of its informer. */
  readonly #statusUsers = new Map<ViewUser, CompiledDefinition>()

  constructor(options: ClusterOptions) {
    this.client = options.client
    this.#options = options
    this.#breaker = new CircuitBreaker(options)
    this.#stores = new RetainedSnapshots(options)
  }

  /** Whether rows are in memory that would be lost with this. */
  get hasRetained(): boolean {
    return this.#stores.hasRetained
  }

  /** The resource that a page means; throws a UsageError for an unknown name. */
  resource(reference: string | ResourceDefinition): ResourceDefinition {
    return findDefinition(this.#options.definitions, reference).resource
  }

  /**
   * Opens a view of a slice: in the informer of its scope, or in a wider one that runs and has data, so that there is no
   * second watch; else an informer is started. A subscription to a status starts none. Throws a UsageError for a name that
   * the definition does not have.
   */
  open({ resource, scope = {}, slice = {} }: Subscription, user: ViewUser): HeldView {
    const place = this.#place(resource, scope)
    if (slice.target?.type === 'status') return this.#openStatus(place, user)
    const wide = this.#informers.has(place.key) ? undefined : this.#findWider(place)
    const openOwn = (own: ViewUser) => this.#openOwn(place, slice, own)
    return wide ? new DerivedView({ ...wide, slice, user, openOwn }) : openOwn(user)
  }

  /** Takes every connection for dead, and asks anew at once. */
  reconnect(): void {
    this.#breaker.open()
    for (const informer of this.#informers.values()) informer.reconnect()
  }

  /** Ends every watch and empties memory; what informers still save is kept nowhere. Idempotent. */
  stop(): void {
    this.#stores.close()
    for (const informer of [...this.#informers.values()]) informer.stop()
  }

  #place(reference: string | ResourceDefinition, scope: Scope): Place {
    const definition = this.#compile(findDefinition(this.#options.definitions, reference))
    const { resource } = definition
    const asked = {
      namespace: (resource.namespaced && scope.namespace) || undefined,
      labelSelector: scope.labelSelector || undefined,
      fieldSelector: scope.fieldSelector || undefined,
    }
    return {
      definition,
      scope: asked,
      key: `${definition.id} ${subscriptionKey({ resource, scope: asked })}`,
    }
  }

  #openStatus(place: Place, user: ViewUser): HeldView {
    this.#statusUsers.set(user, place.definition)
    return new StatusView({
      read: () => this.#statusOf(place),
      onReleased: () => this.#statusUsers.delete(user),
    })
  }

  #statusOf(place: Place): InformerStatus | undefined {
    const own = this.#informers.get(place.key)
    if (own) return own.status
    const wide = this.#findWider(place)
    return wide && { ...wide.informer.status, counters: countersIn(wide.informer, wide.scopeFilter) }
  }

  #statusChanged(definition: CompiledDefinition): void {
    for (const [user, each] of [...this.#statusUsers]) if (each === definition) user.onStatus()
  }

  #openOwn(place: Place, slice: Subscription['slice'], user: ViewUser): HeldView {
    const informer = this.#informers.get(place.key) ?? this.#start(place)
    try {
      return informer.open(slice ?? {}, user)
    } catch (error) {
      informer.stopWhenIdle()
      throw error
    }
  }

  #start({ definition, scope, key }: Place): ScopedInformer {
    const { client, clock, random, idleGraceMs } = this.#options
    const informer = new ScopedInformer({
      ...{ definition, scope, client, clock, random, idleGraceMs },
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

  /** One that has data and is allowed to ask for it. */
  #findWider({
    definition,
    scope,
  }: Place): { informer: ScopedInformer; scopeFilter: ScopeFilter } | undefined {
    for (const informer of this.#informers.values()) {
      const { status } = informer
      if (informer.definition !== definition || status.data === 'none' || isRefused(status)) continue
      const scopeFilter = scopeFilterOf(definition, informer.scope, scope)
      if (scopeFilter) return { informer, scopeFilter }
    }
    return undefined
  }

  /** Once for each definition, so that its informers share what was decoded. */
  #compile(definition: InformerDefinition): CompiledDefinition {
    const isNamed = Object.values(this.#options.definitions).some(each => Object.is(each, definition))
    const key = isNamed ? definition : subscriptionKey({ resource: definition.resource })
    const compiled = this.#compiled.get(key) ?? compileDefinition(definition, this.#compiled.size)
    this.#compiled.set(key, compiled)
    return compiled
  }
}
