import { type Clock, systemClock } from '../api/clock.ts'
import { ProtocolError, UsageError } from '../api/errors.ts'
import { ConnectionBudget, type LeaseOptions } from './connection-budget.ts'
import { isBrowser, readsGzipMembers } from './host.ts'
import { openFetchWatch, type WatchOpener } from './open-watch.ts'
import type { KubeRequest, Transport } from './transport.ts'

/**
 * By what a watch is opened. `'auto'` is `fetch`, and a WebSocket where `fetch` would have to wait for a connection, or
 * would deliver only the beginning of a first state; a server or proxy that takes no WebSocket is asked only once.
 */
export type WatchTransport = 'fetch' | 'websocket' | 'auto'

/** How a client opens watches. */
export interface WatchTransportOptions {
  /** @default 'auto' */
  readonly watchTransport?: WatchTransport | undefined
  /** What opens a WebSocket: `webSocketWatch()`. Without it, `'auto'` is `'fetch'`. */
  readonly webSocket?: WatchOpener | undefined
  /**
   * How many watches by `fetch` may be open at once; more of them take turns. `'auto'` is 4 in a browser, which has six
   * connections to a host over HTTP/1.1: together for all clients of that host in a page or worker. There is no limit
   * where an earlier answer is known to have come over HTTP/2 or 3, which a foreign origin tells only by
   * `Timing-Allow-Origin` (`Infinity` says it for one that does not), nor outside of browsers. @default 'auto'
   */
  readonly maxFetchWatches?: number | 'auto' | undefined
  /** By which the turns are timed. @default the host's clock */
  readonly clock?: Clock | undefined
  /** What goes with every request; a browser's WebSocket could not. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** What one watch asks for. */
export interface OpenWatchOptions extends LeaseOptions {
  /** @default the client's */
  readonly watchTransport?: WatchTransport | undefined
}

type WatchRequest = Parameters<WatchOpener>[2]

/** Six, less two for everything else. */
const BROWSER_MAX_WATCHES = 4

/** Opens the watches of one client, and knows what became of them. */
export class WatchTransports {
  readonly #transport: Transport
  readonly #options: WatchTransportOptions
  readonly #own: ConnectionBudget | undefined
  /** By what a first state came only in part. */
  readonly #cut = new Set<string>()
  #webSocketFails = false
  #isMultiplexed = false

  constructor(transport: Transport, options: WatchTransportOptions) {
    this.#transport = transport
    this.#options = options
    const { maxFetchWatches, clock } = options
    if (typeof maxFetchWatches === 'number' && !(maxFetchWatches >= 1))
      throw new UsageError(
        `maxFetchWatches wants 1 at least, got ${maxFetchWatches}: no watch could ever open`,
      )
    if (Number.isFinite(maxFetchWatches))
      this.#own = new ConnectionBudget({ maxWatches: Number(maxFetchWatches), clock })
  }

  /** Opens a watch; see {@link WatchOpener}. */
  async open(
    path: string,
    request: WatchRequest,
    { watchTransport = this.#default, onWaiting }: OpenWatchOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const isState = request.query?.sendInitialEvents === true
    if (this.#takesWebSocket(watchTransport, request, isState)) {
      try {
        return await this.#openWebSocket(path, request)
      } catch (error) {
        if (watchTransport !== 'auto' || !(error instanceof ProtocolError)) throw error
        this.#webSocketFails = true
        if (isState) throw error
      }
    }
    const transport = isState ? this.#refusingMembers() : this.#transport
    const open = (query = request.query) => openFetchWatch(transport, path, { ...request, query })
    const lease = { signal: request.signal, onWaiting }
    return this.#budget()?.open(sliceSeconds => open(shortened(request, sliceSeconds)), lease) ?? open()
  }

  /**
   * By what a first state would be streamed (`sendInitialEvents`), as far as is known now; undefined where a list does
   * better: where nothing delivers all of it, and where it would have to wait for its turn.
   */
  streamsStateBy(
    watchTransport: WatchTransport = this.#default,
    hasHeaders = false,
  ): 'fetch' | 'websocket' | undefined {
    if (watchTransport !== 'websocket' && !this.#cut.has('fetch') && !this.#budget()) return 'fetch'
    const byWebSocket =
      watchTransport === 'websocket' || (watchTransport === 'auto' && this.#mayUseWebSocket(hasHeaders))
    return byWebSocket && !this.#cut.has('websocket') ? 'websocket' : undefined
  }

  /** Says that a first state did not come through; it is not tried again by the same means. */
  stateWasCut(by: 'fetch' | 'websocket'): void {
    this.#cut.add(by)
  }

  get #default(): WatchTransport {
    return this.#options.watchTransport ?? 'auto'
  }

  #takesWebSocket(wanted: WatchTransport, { headers }: KubeRequest, isState: boolean): boolean {
    if (wanted !== 'auto') return wanted === 'websocket'
    if (isState) return this.streamsStateBy(wanted, headers !== undefined) === 'websocket'
    return this.#budget()?.isExhausted === true && this.#mayUseWebSocket(headers !== undefined)
  }

  #mayUseWebSocket(hasHeaders: boolean): boolean {
    const { webSocket, headers } = this.#options
    return webSocket !== undefined && !this.#webSocketFails && !(isBrowser() && (hasHeaders || headers))
  }

  #openWebSocket(path: string, request: WatchRequest): Promise<ReadableStream<Uint8Array>> {
    const { webSocket, headers } = this.#options
    if (!webSocket)
      throw new UsageError(`${request.what}: a client for WebSockets has webSocket: webSocketWatch()`)
    const all = headers || request.headers ? { headers: { ...headers, ...request.headers } } : {}
    return webSocket(this.#transport, path, { ...request, ...all })
  }

  /** What is left of the answer to a first state behind its first gzip member would not come. */
  #refusingMembers(): Transport {
    return {
      ...this.#transport,
      request: async (path, request) => {
        const response = await this.#transport.request(path, request)
        if (readsGzipMembers() || response.headers.get('content-encoding') !== 'gzip') return response
        this.stateWasCut('fetch')
        response.body?.cancel().catch(() => {})
        throw new ProtocolError(
          `${request?.what}: it is compressed, and this host may read only the beginning of it`,
        )
      },
    }
  }

  #budget(): ConnectionBudget | undefined {
    const { maxFetchWatches = 'auto', clock = systemClock } = this.#options
    if (maxFetchWatches !== 'auto') return this.#own
    if (this.#isMultiplexed || !isBrowser()) return undefined
    const { origin } = new URL(this.#transport.url(''), globalThis.location?.href)
    this.#isMultiplexed = isMultiplexed(origin)
    return this.#isMultiplexed ? undefined : budgetOf(origin, clock)
  }
}

/** The query of a watch that is not to be open for longer; a first state takes as long as it takes. */
const shortened = ({ query }: WatchRequest, seconds: number | undefined): KubeRequest['query'] =>
  seconds === undefined || query?.sendInitialEvents || Number(query?.timeoutSeconds) < seconds
    ? query
    : { ...query, timeoutSeconds: seconds }

/** A browser's connections to a host are those of all clients. */
const budgets = new WeakMap<Clock, Map<string, ConnectionBudget>>()

function budgetOf(origin: string, clock: Clock): ConnectionBudget {
  const known = budgets.get(clock) ?? new Map<string, ConnectionBudget>()
  budgets.set(clock, known)
  const budget = known.get(origin) ?? new ConnectionBudget({ maxWatches: BROWSER_MAX_WATCHES, clock })
  known.set(origin, budget)
  return budget
}

/** Whether an answer came over HTTP/2 or 3. */
const isMultiplexed = (origin: string): boolean =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).some(
    ({ name, nextHopProtocol }) => name.startsWith(`${origin}/`) && /^h[23]/.test(nextHopProtocol),
  )
