import { QueueBudget } from '@kube-informer/cacher'
import { systemClock } from '@kube-informer/core'
import { MetricRegistry } from '@kube-informer/core/metrics'
import { reported } from './api/error-reports.ts'
import type { RelayOptions } from './api/relay-options.ts'
import { Collections } from './collections/collections.ts'
import { ListBodies } from './collections/list-bodies.ts'
import { endStatus } from './end-status.ts'
import { ByteBudget } from './http/byte-budget.ts'
import { Forwarder } from './http/forwarder.ts'
import { RequestGuard } from './http/request-guard.ts'
import { UserBudget } from './http/user-budget.ts'
import { UserShares } from './http/user-shares.ts'
import { WatchRates } from './http/watch-rates.ts'
import { meteredAnswers } from './metered-answers.ts'
import { meteredAuthenticate, meteredAuthorize } from './metrics/metered-checks.ts'
import { RelayMetrics } from './metrics/relay-metrics.ts'
import { ReadServer } from './read-server.ts'
import { Relay } from './relay.ts'
import { FairScheduler } from './scheduling/fair-scheduler.ts'
import { AccessCheck } from './watches/access-check.ts'
import type { ReaderContext } from './watches/reader-context.ts'
import { RunningWatches } from './watches/running-watches.ts'

/** A relay. */
export interface RelayHandle {
  /** Answers a request as an apiserver does. Never rejects, except with the reason of the request's signal. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Feeds the caches until the signal aborts, then ends all watches. Call it once. */
  readonly run: (signal: AbortSignal) => Promise<void>
  /** The metrics as Prometheus text. */
  readonly metrics: () => string
}

/** A relay with what the nodes of a tree need of it. */
export interface AssembledRelay {
  readonly handle: RelayHandle
  /** Answers a request of a reader that may be known already. */
  readonly answer: (request: Request, context?: ReaderContext) => Promise<Response>
  readonly relay: Relay
  readonly check: AccessCheck
  readonly running: RunningWatches
  readonly collections: Collections
}

const FLUSH_MS = 50
export const RECHECK_MS = 60_000
const CHECK_MS = 60 * 60_000
const LIST_MAX_AGE_MS = 5000
const USER_SHARE = 0.25
/** Each occupies the only list in flight of its collection once. */
const WAITING_LISTS = 64
const WAITING = 'lists that wait for the upstream apiserver; read with resourceVersion=0'
const LIST_BYTES = 16 * 1024 * 1024
const FORWARD_BYTES = 64 * 1024 * 1024

/**
 * Creates a relay: it lists and watches each resource once at the apiserver, and serves any number of readers, each of
 * whom is authenticated and authorized by itself.
 *
 * @example
 * const client = createKubeClient({ baseUrl: 'https://cluster.example', getToken })
 * const relay = createRelay({
 *   upstream: client,
 *   resources: [pods, deployments],
 *   authenticate: tokenReview({ client }),
 *   authorize: accessReview({ client }),
 * })
 * await serveRelay(relay, { port: 8080 }) // of @kube-informer/relay/node or /deno
 */
export const createRelay = (options: RelayOptions): RelayHandle => assembleRelay(options).handle

/** Creates a relay, and returns its parts, too. */
export function assembleRelay(options: RelayOptions): AssembledRelay {
  const { upstream, resources, authorize, onError, budgets = {}, registry = new MetricRegistry() } = options
  const { clock = systemClock, random = Math.random, recheckMs = RECHECK_MS, flushMs = FLUSH_MS } = options
  const { waitingReads = 1000, watches = 100_000, lists = 256, requests = 1000 } = budgets
  const shareOf = (limit: number) => Math.ceil(limit * (budgets.userShare ?? USER_SHARE))
  const { watchesPerUser = 1000, watchesPerSecond = 500, watchBurst = 2 * watchesPerSecond } = budgets
  const queueBudget = new QueueBudget({
    perWatch: budgets.watchBytes,
    total: budgets.allWatchBytes,
    onFilling: () => reads.flushSoon(),
  })
  const { userShare = USER_SHARE, forwards = 1000, forwardBytes = FORWARD_BYTES } = budgets
  const watchRates = new WatchRates({
    perSecond: watchesPerSecond,
    burst: Math.max(1, watchBurst),
    userShare,
    clock,
  })
  const metrics = new RelayMetrics({
    registry,
    clock,
    queueBudget,
    watchRate: watchRates,
    collections: () => collections.all,
  })
  const check = new AccessCheck({
    authenticate: meteredAuthenticate(options.authenticate, metrics, onError),
    authorize: meteredAuthorize(authorize, metrics, onError),
    recheckMs,
    clock,
  })
  const running = new RunningWatches({
    check,
    clock,
    statusOf: (problem, attributes) => {
      metrics.ended(typeof problem === 'string' ? problem : 'denied')
      return endStatus(problem, attributes)
    },
  })
  const scheduler = new FairScheduler({ clock })
  const bodies = new ListBodies({
    clock,
    maxAgeMs: options.listMaxAgeMs ?? LIST_MAX_AGE_MS,
    maxBytes: budgets.listBytes ?? LIST_BYTES,
  })
  const reads = new ReadServer({
    running,
    bodies,
    metrics,
    maxWatches: watches,
    maxWatchesPerUser: watchesPerUser,
    maxLists: lists,
    scheduler,
    listShares: new UserShares({ share: shareOf(lists), what: 'lists in flight' }),
    flushMs,
    clock,
  })
  const collections = new Collections({
    client: upstream,
    resources,
    waitingReads,
    isUpstreamCache: options.isUpstreamCache ?? false,
    queueBudget,
    checkMs: options.checkMs ?? CHECK_MS,
    onRestored: collection => reads.expire(collection),
    onError,
    clock,
    random,
  })
  const relay = new Relay({
    scheduler,
    guard: new RequestGuard(options),
    check,
    authorize,
    collections,
    running,
    reads,
    metrics,
    watchRates,
    forwarder: forwarderOf(options),
    forwards: new UserBudget({ limit: forwards, share: shareOf(forwards), what: 'open requests to others' }),
    forwardBytes: new ByteBudget({
      limit: forwardBytes,
      share: shareOf(forwardBytes),
      what: 'bytes in flight to or from others',
    }),
    maxRequests: requests,
    onError,
    requestShares: new UserShares({ share: shareOf(requests), what: 'requests in flight' }),
    waitingShares: new UserShares({ share: WAITING_LISTS, what: WAITING }),
  })
  const answer = meteredAnswers((request, context) => relay.fetch(request, context), metrics, collections)
  const handle: RelayHandle = {
    // A host passes further arguments to its handler, which must not be taken for a context.
    fetch: request => answer(request),
    run: signal => relay.run(signal),
    metrics: () => metrics.expose(),
  }
  return { handle, answer, relay, check, running, collections }
}

function forwarderOf({ others = 'refuse', onError }: RelayOptions): Forwarder | undefined {
  if (others === 'refuse') return undefined
  const { baseUrl, fetch: send = (url, init) => fetch(url, init) } = others
  return new Forwarder({
    baseUrl,
    fetch: (url, init) => reported(onError, 'pass requests on', () => send(url, init)),
  })
}
