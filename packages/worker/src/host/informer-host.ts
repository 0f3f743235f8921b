import { type Clock, type LockManager, type Random, systemClock } from '@kube-informer/core'
import { definitionsFingerprint, type InformerDefinitions } from '../api/definition.ts'
import type { SnapshotDisk } from '../persistence/snapshot-disk.ts'
import type { HostChannel } from '../wire/channel.ts'
import { type HostClientOptions, HostClusters } from './clusters/host-clusters.ts'
import { persistedTypes } from './definitions/persistence-rules.ts'
import { type HostLimits, type ResolvedLimits, resolveLimits } from './session/host-limits.ts'
import { Session } from './session/page-session.ts'
import { type NetworkEvents, WakeWatch } from './wake-watch.ts'

/** Options of every host. */
export interface HostOptions extends HostClientOptions {
  /** @default the platform's clock */
  readonly clock?: Clock | undefined
  /** The source of jitter. @default Math.random */
  readonly random?: Random | undefined
  /**
   * How long an informer runs after its last subscriber has left, and the informers of an identity after its last page has
   * left.
   * @default 30000
   */
  readonly idleGraceMs?: number | undefined
  /** Persists the caches of pages with an identity. Its creator closes it. @default nothing is persisted */
  readonly disk?: SnapshotDisk | undefined
  /** Detects tabs that have crashed. @default sessions end only with a goodbye */
  readonly locks?: LockManager | undefined
  /** The lock that the creator of the host holds while the host runs. Its name is sent to pages. */
  readonly lock?: string | undefined
  /** How long the rows of a stopped informer stay in memory where they are not persisted. @default 300000 */
  readonly retainMs?: number | undefined
  /** Reports that the machine is online again; a worker's global scope fits. @default none */
  readonly network?: NetworkEvents | undefined
  /** How much pages may ask of this host. @default generous limits for each page */
  readonly limits?: HostLimits | undefined
  /** Called when the last page has left and all informers have stopped. */
  readonly onIdle?: (() => void) | undefined
}

const IDLE_GRACE_MS = 30_000
const RETAIN_MS = 300_000

/**
 * Runs the informers, and serves every page whose channel is attached. Pages with the same server and identity share
 * one cache and its watches.
 */
export class InformerHost {
  readonly #fingerprint: string
  readonly #options: HostOptions
  readonly #clock: Clock
  readonly #limits: ResolvedLimits
  readonly #clusters: HostClusters
  readonly #sessions = new Set<Session>()
  readonly #wakes: WakeWatch
  #closed = false

  constructor(definitions: InformerDefinitions, options: HostOptions = {}) {
    const { clock = systemClock, random = Math.random, disk, network, onIdle = () => {} } = options
    const { idleGraceMs = IDLE_GRACE_MS, retainMs = RETAIN_MS } = options
    this.#fingerprint = definitionsFingerprint(definitions)
    this.#options = options
    this.#clock = clock
    this.#limits = resolveLimits(options.limits)
    const { fetch, watchTransport, webSocket, maxFetchWatches, encoding } = options
    const client = { fetch, watchTransport, webSocket, maxFetchWatches, encoding }
    this.#clusters = new HostClusters({
      definitions,
      client,
      clock,
      random,
      disk,
      idleGraceMs,
      retainMs,
      onIdle,
    })
    disk?.retainOnly?.(persistedTypes(definitions))
    this.#wakes = new WakeWatch({ clock, network, onWake: () => this.#clusters.reconnect() })
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /** Serves another page. A closed host closes the channel. */
  attach(channel: HostChannel): void {
    const { pages } = this.#limits
    if (this.#sessions.size >= pages)
      channel.post({ type: 'rejected', reason: `this host serves ${pages} pages already` })
    if (this.#closed || this.#sessions.size >= pages) {
      channel.close()
      return
    }
    const { disk, locks, lock } = this.#options
    const onClosed = () => {
      this.#sessions.delete(session)
      if (this.#sessions.size === 0) this.#wakes.stop()
    }
    const session: Session = new Session({
      channel,
      fingerprint: this.#fingerprint,
      clusters: this.#clusters,
      clock: this.#clock,
      limits: this.#limits,
      disk,
      locks,
      lock,
      onClosed,
      onWake: () => this.#wakes.wake(),
    })
    this.#sessions.add(session)
    this.#wakes.start()
  }

  /** Ends every session and every watch. Idempotent. */
  close(): void {
    this.#closed = true
    for (const session of [...this.#sessions]) session.close()
    this.#clusters.close()
    this.#wakes.stop()
  }
}
