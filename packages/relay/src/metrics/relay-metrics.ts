import type { Clock, ResourceDefinition } from '@kube-informer/core'
import type { Counter, Gauge, MetricRegistry } from '@kube-informer/core/metrics'
import type { AccessAttributes } from '../api/access-attributes.ts'
import { RESOURCE_LABELS, resourceLabels } from './resource-labels.ts'
import { type MeteredState, publishState } from './state-metrics.ts'

export interface RelayMetricsOptions extends MeteredState {
  readonly registry: MetricRegistry
  readonly clock: Clock
}

/** Why a relay ended a watch. */
export type EndReason = 'unknown' | 'denied' | 'unchecked'

/** The buckets of an apiserver. */
const SECONDS = [
  ...[0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
]

/**
 * The metrics of a relay, with the names of kube-apiserver 1.37 where it has them. Labels are resources that the relay
 * caches, verbs and codes: never names of users, namespaces or objects.
 */
export class RelayMetrics {
  readonly #options: RelayMetricsOptions
  readonly #inFlight: Gauge
  readonly #requests
  readonly #durations
  readonly #authentications
  readonly #authorizations
  readonly #ended
  readonly #events

  constructor(options: RelayMetricsOptions) {
    const { registry } = options
    this.#options = options
    this.#inFlight = registry
      .gauge({
        name: 'apiserver_current_inflight_requests',
        help: 'Number of requests without a response.',
        labels: ['request_kind'],
      })
      .with({ request_kind: 'readOnly' })
    this.#requests = registry.counter({
      name: 'apiserver_request_total',
      help: 'Counter of requests broken out for each verb, group, version, resource, component and HTTP response code.',
      labels: ['verb', ...RESOURCE_LABELS, 'scope', 'component', 'code'],
    })
    this.#durations = registry.histogram({
      name: 'apiserver_request_duration_seconds',
      help: 'Response latency distribution in seconds for each verb, group, version, resource and component.',
      labels: ['verb', ...RESOURCE_LABELS, 'scope', 'component'],
      buckets: SECONDS,
    })
    this.#authentications = registry.counter({
      name: 'authentication_attempts',
      help: 'Counter of authenticated attempts.',
      labels: ['result'],
    })
    this.#authorizations = registry.counter({
      name: 'authorization_attempts_total',
      help: "Counter of authorization attempts broken down by result: 'allowed', 'denied' or 'error'.",
      labels: ['result'],
    })
    this.#ended = registry.counter({
      name: 'relay_revoked_watches_total',
      help: "Number of running watches that were ended, by reason: 'unknown' readers, 'denied' access, 'unchecked' access.",
      labels: ['reason'],
    })
    this.#events = registry.counter({
      name: 'apiserver_watch_events_total',
      help: 'Number of events sent in watch clients',
      labels: RESOURCE_LABELS,
    })
    publishState(registry, options)
  }

  /**
   * A request arrived. Watches are not timed, since they run until they end.
   *
   * @param attributes of a read of a cached resource; undefined for anything else
   * @returns a function to call with the code of the response, or with undefined if the reader has left before
   */
  requested(method: string, attributes: AccessAttributes | undefined): (code: number | undefined) => void {
    const { clock } = this.#options
    const startedAt = clock.now()
    this.#inFlight.add()
    return code => {
      this.#inFlight.add(-1)
      if (code === undefined) return
      const labels = { ...requestLabels(method, attributes), component: 'relay' }
      this.#requests.with({ ...labels, code: String(code) }).add()
      if (labels.verb !== 'WATCH') this.#durations.with(labels).observe((clock.now() - startedAt) / 1000)
    }
  }

  authenticated(result: 'success' | 'failure' | 'error'): void {
    this.#authentications.with({ result }).add()
  }

  authorized(result: 'allowed' | 'denied' | 'error'): void {
    this.#authorizations.with({ result }).add()
  }

  /** A running watch was ended because its reader lost access. */
  ended(reason: EndReason): void {
    this.#ended.with({ reason }).add()
  }

  /** Counts the events that the readers of a resource receive. */
  eventsOf(resource: ResourceDefinition): Counter {
    return this.#events.with(resourceLabels(resource))
  }

  expose(): string {
    return this.#options.registry.expose()
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Requests that are not read from a cache have their method and nothing else: their paths are not a bounded set. */
function requestLabels(method: string, attributes: AccessAttributes | undefined) {
  if (!attributes) {
    const verb = METHODS.has(method) ? method : 'other'
    return { verb, group: '', version: '', resource: '', scope: '' }
  }
  const { verb, group, version, resource, namespace, name } = attributes
  const scope = name !== '' ? 'resource' : namespace !== '' ? 'namespace' : 'cluster'
  return { verb: verb.toUpperCase(), group, version, resource, scope }
}
