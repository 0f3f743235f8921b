import { type ResourceDefinition, type Row, type TableColumn, UsageError } from '@kube-informer/core'
import { KindSchemas } from '@kube-informer/core/openapi'
import type { InformerDefinitions } from '../../api/definition.ts'
import type { Subscription } from '../../api/subscription.ts'
import { AccessReviews } from '../access/access-reviews.ts'
import { CompiledDefinitions } from '../definitions/compiled-definitions.ts'
import { ClusterDiscovery } from '../discovery/cluster-discovery.ts'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import type { FollowReads } from '../held-view/read-follower.ts'
import { CircuitBreaker } from '../informers/circuit-breaker.ts'
import type { TakeHydrated } from '../informers/hydrated-store.ts'
import { InformerRegistry, type InformerRegistryOptions } from '../informers/informer-registry.ts'
import { ClusterNamespaces } from '../namespaces/cluster-namespaces.ts'
import type { RequestNamespaces } from '../namespaces/given-namespaces.ts'
import { Writes } from '../overlay/writes.ts'
import { narrowSlice } from '../planning/narrow-slice.ts'
import { Planner } from '../planning/planner.ts'
import { textScope } from '../planning/text-scope.ts'
import type { InformerQuota } from '../views/counted-view.ts'
import { openNames } from './open-names.ts'
import { ShownSlices } from './shown-slices.ts'

/** Options of {@link Cluster}. Its `client` sends the reads that all pages of the cluster share. */
export interface ClusterOptions extends Omit<InformerRegistryOptions, 'breaker' | 'access' | 'overlayOf'> {
  readonly definitions: InformerDefinitions
  /** Undefined where no page names namespaces. */
  readonly requestNamespaces: () => RequestNamespaces | undefined
}

/** The informers of one server and user, and what else is read and written there. */
export class Cluster {
  /** What the shared reads may do; pages ask about their own rights. */
  readonly access: AccessReviews
  /** The writes of its pages that slices show before the watch does. */
  readonly writes: Writes
  /** What the server serves. */
  readonly discovery: ClusterDiscovery
  /** The namespaces that its users can choose from. */
  readonly namespaces: ClusterNamespaces
  /** The schemas of its kinds. */
  readonly schemas: KindSchemas
  readonly #definitions: CompiledDefinitions
  readonly #breaker: CircuitBreaker
  readonly #informers: InformerRegistry
  readonly #planner: Planner
  readonly #shown: ShownSlices

  constructor(options: ClusterOptions) {
    const definitions = new CompiledDefinitions(options.definitions)
    const breaker = new CircuitBreaker(options)
    this.#definitions = definitions
    this.#breaker = breaker
    this.access = new AccessReviews(options)
    this.schemas = new KindSchemas(options)
    this.writes = new Writes({
      ...options,
      untilReached: (signal, request) => breaker.untilReached(signal, request),
    })
    const overlayOf = this.writes.overlayOf.bind(this.writes)
    const informers = new InformerRegistry({ ...options, breaker, access: this.access, overlayOf })
    this.#informers = informers
    this.#shown = new ShownSlices(informers)
    const planner = new Planner({ ...options, access: this.access, definitions, informers })
    this.#planner = planner
    this.namespaces = new ClusterNamespaces({
      ...options,
      find: readable => planner.permittedNamespaces(readable),
    })
    this.discovery = new ClusterDiscovery({
      ...options,
      openNames: openNames.bind(undefined, informers, definitions),
    })
  }

  /** Whether memory holds rows that are not persisted. */
  get hasRetained(): boolean {
    return this.#informers.hasRetained
  }

  get definitions(): InformerDefinitions {
    return this.#definitions.named
  }

  get followReads(): FollowReads {
    return this.#informers.followReads
  }

  /** Resolves a resource; throws a UsageError for an unknown name. */
  resource(reference: string | ResourceDefinition): ResourceDefinition {
    return this.#definitions.resource(reference)
  }

  /**
   * Opens a view of a slice, by the plan of its definition. A subscription to a status starts no informer. Throws a
   * UsageError for a name that the definition does not have, and for an invalid key or namespace.
   *
   * @param quota counts the informers of the page
   * @param takeHydrated the rows with which an informer of the page's slice may start
   */
  open(
    subscription: Subscription,
    user: ViewUser,
    quota?: InformerQuota,
    takeHydrated?: TakeHydrated,
  ): HeldView {
    const { cluster, resource, form, namespace, slice } = subscription
    if (cluster !== undefined) throw otherCluster(cluster)
    const definition = this.#definitions.find(resource, form)
    const scope = textScope(subscription.scope ?? {})
    if (slice?.target?.type === 'status') {
      const shown = narrowSlice({ namespace }, definition)
      return this.#shown.openStatus({ definition, scope, quota, ...shown }, user)
    }
    // Rows that a server has rendered do not say which columns their cells had.
    const hydrated = form === 'table' ? undefined : takeHydrated
    const narrow = narrowSlice(subscription, definition)
    const wanted = { definition, scope, quota, takeHydrated: hydrated, ...narrow }
    return this.#shown.open(wanted, user, each => this.#planner.open(wanted, each))
  }

  /** As {@link open}, of metadata alone. */
  openMetadata(subscription: Subscription, user: ViewUser, quota?: InformerQuota): HeldView {
    const definition = this.#definitions.metadataOf(this.#definitions.resource(subscription.resource))
    const narrow = narrowSlice(subscription, definition)
    return this.#planner.open({ definition, scope: {}, quota, takeHydrated: undefined, ...narrow }, user)
  }

  /** The columns of the rows of a slice; undefined where it shows no Table, or they are not known yet. */
  columnsOf({ resource, form }: Subscription, rows: readonly Row[]): readonly TableColumn[] | undefined {
    return form === 'table' ? this.#definitions.find(resource, form).table?.of(rows) : undefined
  }

  /** Reopens every watch: connections may be broken without notice. What was denied is requested again. */
  reconnect(): void {
    this.#breaker.open()
    this.#informers.reconnect()
    this.#planner.retry()
    this.namespaces.refresh()
    this.discovery.reconnect()
  }

  /** Requests again what was denied: the token has changed. */
  retryDenied(): void {
    this.#informers.retryDenied()
    this.#planner.retry()
    this.namespaces.refresh()
  }

  /** Repeats every read that is open or in flight, and plans anew: their token must not be used any longer. */
  replaceReads(): void {
    this.#informers.reconnect({ force: true })
    this.access.restart()
    this.#planner.retry()
    this.namespaces.refresh()
    this.discovery.reconnect()
  }

  /** Stops every informer and every access review, and clears memory. Later saves are ignored. Idempotent. */
  stop(): void {
    this.namespaces.stop()
    this.#planner.close()
    this.access.close()
    this.discovery.stop()
    this.writes.stop()
    this.#informers.stop()
  }
}

const otherCluster = (cluster: unknown): UsageError =>
  new UsageError(
    `a connection has one cluster, got \`cluster\` ${JSON.stringify(cluster)}: leave it out, and connect to each cluster`,
  )
