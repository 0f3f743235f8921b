import { type Clock, systemClock } from '../../api/clock.ts'
import { ProtocolError, UsageError } from '../../api/errors.ts'
import type { WatchContext } from '../../api/lister-watcher.ts'
import { isBrowser } from '../transport/is-browser.ts'
import type { KubeRequest, Transport } from '../transport/transport.ts'
import { ConnectionBudget, type LeaseOptions } from './connection-budget.ts'
import { readsGzipMembers, resolvesAtFirstByte } from './host.ts'
import { openQuietWatch } from './open-quiet-watch.ts'
import { openFetchWatch, type WatchOpener, type WatchRequest, withOffer } from './open-watch.ts'

/**
 * How a watch is opened. `'auto'` is `fetch`, or a WebSocket if `fetch` would have to wait for a connection or would
 * deliver only the beginning of the initial events. A server or proxy that rejects WebSockets is tried only once.
 */
export type WatchTransport = 'fetch' | 'websocket' | 'auto'

/** How a client opens watches. */
export interface WatchTransportOptions {
  /** @default 'auto' */
  readonly watchTransport?: WatchTransport | undefined
  /** Opens WebSockets: `webSocketWatch()`. Without it, `'auto'` is `'fetch'`. */
  readonly webSocket?: WatchOpener | undefined
  /**
   * Maximum number of open watches by `fetch`; further ones wait for a lease. `'auto'` is 4 in a browser, which has six
   * connections to a host over HTTP/1.1; the limit applies to all clients of the host in a page or worker together. There
   * is no limit outside of browsers, or after a response over HTTP/2 or 3. Another origin reveals its protocol only with
   * `Timing-Allow-Origin`; without that header, set `Infinity`. @default 'auto'
   */
  readonly maxFetchWatches?: number | 'auto' | undefined
  /** The clock of the leases. @default the host's clock */
  readonly clock?: Clock | undefined
  /** Headers of every request. A browser's WebSocket cannot send them. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** How one watch connects. */
export interface OpenWatchOptions extends LeaseOptions, Pick<WatchContext, 'onHeld'> {
  /** @default the client's */
  readonly watchTransport?: WatchTransport | undefined
}

/** A browser has six connections to a host; two remain for other requests. */
const BROWSER_MAX_WATCHES = 4

/** Opens the watches of one client and remembers which transports failed. */
export class WatchTransports {
  readonly #transport: Transport
  readonly #options: WatchTransportOptions
  readonly #own: ConnectionBudget | undefined
  /** The transports over which initial events were cut off. */
  readonly #cut = new Set<string>()
  #webSocketFails = false
  #isMultiplexed = false

  constructor(transport: Transport, options: WatchTransportOptions) {
    this.#transport = transport
    this.#options = options
    const { maxFetchWatches, clock } = options
    if (typeof maxFetchWatches === 'number' && !(maxFetchWatches >= 1))
      throw new UsageError(`maxFetchWatches must be at least 1, got ${maxFetchWatches}`)
    if (Number.isFinite(maxFetchWatches))
      this.#own = new ConnectionBudget({ maxWatches: Number(maxFetchWatches), clock })
  }

  /** Opens a watch; see {@link WatchOpener}. */
  async open(
    path: string,
    request: WatchRequest,
    { watchTransport = this.#default, onHeld, ...waiting }: OpenWatchOptions = {},
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
    const open = (query = request.query) => {
      const fetched = (sent: Partial<WatchRequest> = {}) =>
        openFetchWatch(transport, path, { ...request, query, ...sent })
      if (isState) return fetched()
      return openQuietWatch(fetched, {
        clock: this.#options.clock ?? systemClock,
        signal: request.signal,
        onRetry: request.onRetry,
        onHeld: isHeld => onHeld?.(isHeld ? this.#holder : undefined),
      })
    }
    const lease = { signal: request.signal, ...waiting }
    return this.#budget()?.open(sliceSeconds => open(shortened(request, sliceSeconds)), lease) ?? open()
  }

  /**
   * The transport that would stream the initial events (`sendInitialEvents`); undefined if a list is better: no transport
   * delivers all of them, or the watch would have to wait for a lease.
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

  /** Records that the initial events were cut off; this transport is not used for them again. */
  stateWasCut(by: 'fetch' | 'websocket'): void {
    this.#cut.add(by)
  }

  /** What holds the headers of a response. */
  get #holder(): 'host' | 'proxy' {
    return resolvesAtFirstByte(() => this.#hasAnswerOver(/^http/)) ? 'host' : 'proxy'
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
    const { offer, ...rest } = request
    // Other hosts send the offer, and the server may send messages of either form.
    if (offer) offer.isJson = isBrowser() || undefined
    const own = offer?.isJson ? rest.headers : withOffer(rest.headers, offer)
    const all = headers || own ? { headers: { ...headers, ...own } } : {}
    return webSocket(this.#transport, path, { ...rest, ...all })
  }

  /** Rejects compressed initial events, of which this host would read only the first gzip member. */
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
    this.#isMultiplexed = this.#hasAnswerOver(/^h[23]/)
    return this.#isMultiplexed ? undefined : budgetOf(this.#origin, clock)
  }

  /** Whether a response of the server came over such a version of HTTP. */
  #hasAnswerOver(protocol: RegExp): boolean {
    const start = `${this.#origin}/`
    return (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).some(
      ({ name, nextHopProtocol }) => name.startsWith(start) && protocol.test(nextHopProtocol),
    )
  }

  get #origin(): string {
    return new URL(this.#transport.url('/'), globalThis.location?.href).origin
  }
}

/** The query with a limited duration; a watch with initial events is not limited. */
const shortened = ({ query }: WatchRequest, seconds: number | undefined): KubeRequest['query'] =>
  seconds === undefined || query?.sendInitialEvents || Number(query?.timeoutSeconds) < seconds
    ? query
    : { ...query, timeoutSeconds: seconds }

/** All clients of a page share the browser's connections to a host. */
const budgets = new WeakMap<Clock, Map<string, ConnectionBudget>>()

function budgetOf(origin: string, clock: Clock): ConnectionBudget {
  const known = budgets.get(clock) ?? new Map<string, ConnectionBudget>()
  budgets.set(clock, known)
  const budget = known.get(origin) ?? new ConnectionBudget({ maxWatches: BROWSER_MAX_WATCHES, clock })
  known.set(origin, budget)
  return budget
}
