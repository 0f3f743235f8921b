import type { Clock, KubeClient, Random } from '@kube-informer/core'
import { type DiscoveredGroup, discover } from '@kube-informer/core/discovery'
import { abortable, Timer, withResolvers } from '@kube-informer/core/internal'
import type { WireDiscovery } from '../../wire/protocol.ts'
import { toWireError } from '../../wire/wire-error.ts'
import { describeState, NOTHING } from './discovery-state.ts'
import { withLastKnown } from './with-last-known.ts'

/** Options of {@link ClusterDiscovery}. */
export interface ClusterDiscoveryOptions {
  readonly client: Pick<KubeClient, 'request'>
  readonly clock: Clock
  readonly random: Random
  /** How long it continues after its last user has left. */
  readonly idleGraceMs: number
}

/**
 * How often the server is asked where nothing reports changes: two requests each time. kube-controller-manager asks every 30
 * seconds.
 */
const PERIOD_MS = 60_000
/** The pause after the first failure; it doubles. */
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

/** The discovery of a cluster, shared by all of its pages. It runs while a page waits for changes, and some time longer. */
export class ClusterDiscovery {
  readonly #options: ClusterDiscoveryOptions
  readonly #due: Timer
  readonly #idle: Timer
  #state: WireDiscovery = NOTHING
  /** What the server served last. */
  #groups: readonly DiscoveredGroup[] = []
  /** Settles when the state changes. */
  #changed = withResolvers<void>()
  #users = 0
  /** Set while it runs. */
  #session: AbortController | undefined
  #running: Promise<void> | undefined
  /** The discovery that follows the running one. */
  #next: Promise<void> | undefined
  #retryMs = FIRST_RETRY_MS

  constructor(options: ClusterDiscoveryOptions) {
    this.#options = options
    this.#due = new Timer(options.clock)
    this.#idle = new Timer(options.clock)
  }

  /** Resolves with the state once something is known, and differs from the state of this id. */
  differsFrom(known: string | undefined, signal: AbortSignal): Promise<WireDiscovery> {
    return this.#use(async () => {
      while (this.#state === NOTHING || this.#state.id === known) {
        await abortable(this.#changed.promise, signal)
      }
      return this.#state
    })
  }

  /** Resolves with the state after a discovery that starts now or later. */
  refresh(signal: AbortSignal): Promise<WireDiscovery> {
    return this.#use(async session => {
      await abortable(this.#discoverAgain(session), signal)
      return this.#state
    })
  }

  /** Discovers again: the network may have been interrupted, or the rights may have changed. */
  reconnect(): void {
    this.#retryMs = FIRST_RETRY_MS
    if (this.#session) void this.#discoverAgain(this.#session)
  }

  /** Ends every request. Idempotent. */
  stop(): void {
    this.#session?.abort()
    this.#session = undefined
    this.#due.stop()
    this.#idle.stop()
  }

  async #use<T>(task: (session: AbortController) => Promise<T>): Promise<T> {
    this.#users++
    this.#idle.stop()
    try {
      return await task(this.#session ?? this.#start())
    } finally {
      if (--this.#users === 0 && this.#session) this.#idle.start(this.#options.idleGraceMs, () => this.stop())
    }
  }

  #start(): AbortController {
    const session = new AbortController()
    this.#session = session
    void this.#discoverAgain(session)
    return session
  }

  /** Concurrent calls share the next discovery. */
  #discoverAgain(session: AbortController): Promise<void> {
    if (!this.#running) return this.#discover(session)
    this.#next ??= this.#running.then(() => {
      this.#next = undefined
      return this.#discover(session)
    })
    return this.#next
  }

  #discover(session: AbortController): Promise<void> {
    this.#running = this.#run(session.signal).finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #run(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    this.#due.stop()
    try {
      const { groups, error } = await discover(this.#options.client, { signal })
      if (signal.aborted) return
      this.#groups = withLastKnown(groups, error?.failures, this.#groups)
      this.#retryMs = FIRST_RETRY_MS
      this.#show(describeState({ data: 'complete', groups: this.#groups, failures: error?.failures }))
      this.#discoverLater(PERIOD_MS)
    } catch (error) {
      if (signal.aborted) return
      const { id: _, ...shown } = this.#state
      this.#show(describeState({ ...shown, groups: this.#groups, error: toWireError(error) }))
      this.#discoverLater(this.#retryMs)
      this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS)
    }
  }

  #discoverLater(delayMs: number): void {
    const session = this.#session
    const jittered = delayMs * (1 + this.#options.random() / 4)
    if (session) this.#due.start(jittered, () => void this.#discoverAgain(session))
  }

  #show(state: WireDiscovery): void {
    if (state.id === this.#state.id) return
    this.#state = state
    this.#changed.resolve()
    this.#changed = withResolvers()
  }
}
