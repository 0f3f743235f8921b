import { type Cacher, cacheFrom, type QueueBudget, type ServedKind } from '@kube-informer/cacher'
import { fieldsOf, ResourceReads } from '@kube-informer/cacher/http'
import {
  apiVersionOf,
  type Clock,
  groupResource,
  holdsCredentials,
  type InformerClient,
  type ListerWatcher,
  type Random,
  type Row,
  resourceName,
  UsageError,
} from '@kube-informer/core'
import { type OnRelayError, report, reported } from '../api/error-reports.ts'
import type { RelayResource } from '../api/relay-options.ts'
import { kindOf } from './kind-of.ts'
import { RestoreCheck } from './restore-check.ts'
import { UpstreamReads } from './upstream-reads.ts'

/** A quiet upstream is asked every 25 seconds. */
const UPSTREAM_SILENCE_MS = 180_000

export interface CollectionOptions extends RelayResource {
  readonly client: InformerClient
  readonly waitingReads: number
  /** Whether the upstream is a relay, whose cache is new enough for the first list. */
  readonly isUpstreamCache: boolean
  readonly queueBudget: QueueBudget
  /** The time between comparisons with the apiserver. */
  readonly checkMs: number
  /** Called when the cluster was restored to an earlier state, before the cache follows. */
  readonly onRestored: (collection: Collection) => void
  /** Receives the errors of lists and watches that feed the cache. */
  readonly onError?: OnRelayError | undefined
  readonly clock: Clock
  readonly random: Random
}

/** A cached resource: one list and one watch upstream serve all readers. */
export class Collection {
  /** `v1/pods`. */
  readonly name: string
  /** The name of its health check: `upstream-deployments.apps`, and `upstream-pods-NAMESPACE` for one namespace. */
  readonly checkName: string
  readonly kind: ServedKind
  /** The cached namespace; "" for all. */
  readonly namespace: string
  readonly cacher: Cacher
  readonly reads: ResourceReads
  /** Feeds the cache until the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>
  /** Whether something arrived from upstream within the last three minutes, or the feed has just started. */
  readonly isUpstreamAlive: () => boolean

  constructor(options: CollectionOptions) {
    const { client, resource, namespace = '', waitingReads, isUpstreamCache, clock, random } = options
    const { queueBudget, checkMs, onRestored, onError } = options
    checkCredentials(options)
    this.name = resourceName(resource)
    this.kind = kindOf(options)
    this.namespace = namespace
    this.checkName = `upstream-${groupResource(resource)}${namespace && `-${namespace}`}`
    const source = new UpstreamReads({
      client,
      resource,
      namespace,
      waitingReads,
      isUpstreamCache,
      cached: () => this.cacher.resourceVersion,
      onConsistent: (resourceVersion, before) => restore.report(resourceVersion, before),
    })
    const restore = new RestoreCheck(() => onRestored(this))
    const upstream = cacheFrom({
      ...options.storage,
      onStoredError: error => report(onError, error, `read the stored ${this.name}`),
      onRestored: () => onRestored(this),
      listerWatcher: restore.guard(reportedFeed(source.feed, this.name, onError)),
      source,
      consistencyCheck: { everyMs: checkMs, onDifference: () => restore.restored() },
      queueBudget,
      type: { kind: resource.kind, apiVersion: apiVersionOf(resource) },
      isNamespaced: resource.namespaced,
      fieldPaths: this.kind.fieldPaths ?? this.kind.selectableFields,
      fieldsOf: object => fieldsOf(this.kind, object),
      clock,
      random,
    })
    const { cacher } = upstream
    let startedAt = clock.now()
    this.cacher = cacher
    this.run = signal => {
      startedAt = clock.now()
      return upstream.run(signal)
    }
    this.isUpstreamAlive = () => clock.now() - (upstream.provenAt ?? startedAt) <= UPSTREAM_SILENCE_MS
    this.reads = new ResourceReads({ kind: this.kind, reads: cacher, clock })
  }
}

/** Reports what the lists and watches of a feed are refused with. */
const reportedFeed = (
  feed: ListerWatcher<Row>,
  name: string,
  onError: OnRelayError | undefined,
): ListerWatcher<Row> => ({
  ...feed,
  list: (query, context) => reported(onError, `list ${name}`, () => feed.list(query, context)),
  watch: (query, context) => reported(onError, `watch ${name}`, () => feed.watch(query, context)),
})

/** Throws a UsageError for credentials that would be cached or stored without being asked for. */
function checkCredentials({ resource, credentials, storage }: RelayResource): void {
  if (!holdsCredentials(resource)) return
  const needed = storage ? 'stored' : 'cached'
  if (credentials === 'stored' || credentials === needed) return
  throw new UsageError(
    `resources: ${resource.plural} hold credentials, which are ${needed} only with credentials: '${needed}'`,
  )
}
