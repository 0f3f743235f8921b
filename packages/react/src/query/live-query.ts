import type { KubernetesObject } from '@kube-informer/core'
import type { Connection, SliceObserver, SliceState, Subscription } from '@kube-informer/worker'
import { notifyManager, type Query, type QueryCache } from '@tanstack/react-query'

type State = SliceState<KubernetesObject>

/** How long a check waits for data, in ms, before the error of the informer is that of the fetch. */
const CHECK_MS = 5_000

/** The queries that follow a slice. */
const followed = new WeakMap<object, LiveQuery>()
/** The caches whose queries are watched. */
const watched = new WeakSet<QueryCache>()
/** The connections that check their state in this task. */
const checking = new WeakSet<Connection>()

/** What a query follows. */
export interface LiveQueryOptions {
  readonly cache: QueryCache
  readonly query: Query<State, Error, State>
  readonly connection: Connection
  readonly subscription: Subscription
}

/** A query whose data is a slice: from its first fetch on, until the query is removed from its cache. */
export class LiveQuery {
  readonly #query: Query<State, Error, State>
  readonly #connection: Connection
  readonly #subscription: Subscription
  readonly #slice: SliceObserver<KubernetesObject>
  readonly #unsubscribe: () => void
  readonly #end = new AbortController()
  #wasFetched = false

  /** The live query of a query; created on its first fetch. */
  static of(options: LiveQueryOptions): LiveQuery {
    const known = followed.get(options.query)
    if (known) return known
    const created = new LiveQuery(options)
    followed.set(options.query, created)
    watch(options.cache)
    return created
  }

  private constructor({ query, connection, subscription }: LiveQueryOptions) {
    this.#query = query
    this.#connection = connection
    this.#subscription = subscription
    this.#slice = connection.observe(subscription)
    this.#unsubscribe = this.#slice.subscribe(() => this.#push())
  }

  /** Waits for the first data. A further fetch makes the informer check its state with the server. */
  async fetch(): Promise<State> {
    const { data, error, link } = this.#slice.getState().status
    if (this.#wasFetched && link !== 'connecting') check(this.#connection)
    const isFirst = !this.#wasFetched
    this.#wasFetched = true
    if (data !== 'none' && !isFirst) return this.#slice.getState()
    const { signal } = this.#end
    if (isFirst || !error) return this.#connection.ensure(this.#subscription, { signal })
    // The same error may be the answer again, which changes nothing that could be waited for.
    return this.#connection
      .ensure(this.#subscription, { ignore: error, timeoutMs: CHECK_MS, signal })
      .catch((reason: unknown) => {
        throw (reason as Error).name === 'TimeoutError' ? error : reason
      })
  }

  /** A fetch has written its result, which may be older than the slice, and has no error. */
  onFetched(): void {
    const state = this.#slice.getState()
    if (state !== this.#query.state.data || state.status.error) this.#push()
  }

  stop(): void {
    this.#unsubscribe()
    this.#end.abort()
    followed.delete(this.#query)
  }

  get isLive(): boolean {
    return this.#slice.getState().freshness.state === 'live'
  }

  #push(): void {
    const query = this.#query
    const state = this.#slice.getState()
    const { data, error } = state.status
    const isEmpty = query.state.data === undefined
    // The fetch under way ends with the first data, or with the error.
    if (isEmpty && query.state.fetchStatus === 'fetching') return
    notifyManager.batch(() => {
      if (data !== 'none' || !isEmpty) query.setData(state, { manual: true })
      if (error)
        query.setState({ status: 'error', error, errorUpdateCount: query.state.errorUpdateCount + 1 })
    })
  }
}

/** Whether a query follows a slice. */
export const isFollowed = (query: object): boolean => followed.has(query)

/** Whether the data of a query is what the server has. */
export const isLive = (query: object): boolean => followed.get(query)?.isLive ?? false

/** One listener for all queries of a cache. */
function watch(cache: QueryCache): void {
  if (watched.has(cache)) return
  watched.add(cache)
  cache.subscribe(event => {
    const live = followed.get(event.query)
    if (event.type === 'removed') live?.stop()
    else if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
      live?.onFetched()
  })
}

/** The queries that are invalidated together check the connection once. */
function check(connection: Connection): void {
  if (checking.has(connection)) return
  checking.add(connection)
  queueMicrotask(() => checking.delete(connection))
  connection.reconnect()
}
