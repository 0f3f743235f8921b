import type { Clock, KubeClient, Random } from '@kube-informer/core'
import type { DiscoveredGroup } from '@kube-informer/core/discovery'
import { abortable, Timer, withResolvers } from '@kube-informer/core/internal'
import type { WireDiscovery } from '../../wire/calls.ts'
import { toWireError } from '../../wire/wire-error.ts'
import { DiscoverySession } from './discovery-session.ts'
import { describeState, NOTHING } from './discovery-state.ts'
import type { OpenNames } from './watched-names.ts'

export interface ClusterDiscoveryOptions {
  readonly client: Pick<KubeClient, 'request'>
  readonly clock: Clock
  readonly random: Random
  /** How long it continues after its last user has left. */
  readonly idleGraceMs: number
  readonly openNames: OpenNames
}

/** The discovery of a cluster, shared by all of its pages. It runs while a page waits for changes, and some time longer. */
export class ClusterDiscovery {
  readonly #options: ClusterDiscoveryOptions
  readonly #idle: Timer
  #state: WireDiscovery = NOTHING
  #groups: readonly DiscoveredGroup[] = []
  /** Settles when the state changes. */
  #changed = withResolvers<void>()
  #users = 0
  /** Set while it runs. */
  #session: DiscoverySession | undefined

  constructor(options: ClusterDiscoveryOptions) {
    this.#options = options
    this.#idle = new Timer(options.clock)
  }

  /** Resolves with the state once something is known, and differs from the state of this id. */
  differsFrom(known: string | undefined, signal: AbortSignal): Promise<WireDiscovery> {
    return this.#use(async session => {
      session.begin()
      while (this.#state === NOTHING || this.#state.id === known) {
        await abortable(this.#changed.promise, signal)
      }
      return this.#state
    })
  }

  /** Resolves with the state after a discovery that starts now or later. */
  refresh(signal: AbortSignal): Promise<WireDiscovery> {
    return this.#use(async session => {
      await abortable(session.again(), signal)
      return this.#state
    })
  }

  /** Discovers again if it runs: the network may have been interrupted, or the rights may have changed. */
  reconnect(): void {
    this.#session?.reconnect()
  }

  /** Ends every request. Idempotent. */
  stop(): void {
    this.#session?.stop()
    this.#session = undefined
    this.#idle.stop()
  }

  async #use<T>(task: (session: DiscoverySession) => Promise<T>): Promise<T> {
    this.#users++
    this.#idle.stop()
    try {
      return await task(this.#session ?? this.#open())
    } finally {
      if (--this.#users === 0 && this.#session)
        this.#idle.start(this.#options.idleGraceMs, () => this.#pause())
    }
  }

  /** What is known stays, for the next user. */
  #pause(): void {
    this.stop()
    const { data, failures } = this.#state
    if (data === 'complete') this.#show(describeState({ data: 'cached', failures, groups: this.#groups }))
  }

  #open(): DiscoverySession {
    const session = new DiscoverySession({
      ...this.#options,
      known: this.#groups,
      onFound: ({ groups, failures }) => {
        this.#groups = groups
        return this.#show(describeState({ data: 'complete', groups, failures }))
      },
      onFailed: error => {
        const { data, failures } = this.#state
        this.#show(describeState({ data, failures, groups: this.#groups, error: toWireError(error) }))
      },
    })
    this.#session = session
    return session
  }

  /** Returns whether it is another state. */
  #show(state: WireDiscovery): boolean {
    if (state.id === this.#state.id) return false
    this.#state = state
    this.#changed.resolve()
    this.#changed = withResolvers()
    return true
  }
}
