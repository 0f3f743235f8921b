import { type Clock, type LockManager, type Random, systemClock } from '@kube-informer/core'
import { definitionsFingerprint, type InformerDefinitions } from '../api/definition.ts'
import type { SnapshotDisk } from '../persistence/snapshot-disk.ts'
import type { HostChannel } from '../wire/channel.ts'
import { type HostClientOptions, HostClusters } from './cluster/host-clusters.ts'
import { Session } from './session/page-session.ts'
import { type NetworkEvents, WakeWatch } from './wake-watch.ts'

/** Options of every host. */
export interface HostOptions extends HostClientOptions {
  /** @default the platform's clock */
  readonly clock?: Clock | undefined
  /** Spreads what many hosts would do at the same time. @default Math.random */
  readonly random?: Random | undefined
  /**
   * How long an informer runs on when nobody subscribes to it any more, and the informers of an identity when its last
   * page has left.
   * @default 30000
   */
  readonly idleGraceMs?: number | undefined
  /** Where the caches of pages with an identity are kept; whoever made it closes it. @default nothing is kept on disk */
  readonly disk?: SnapshotDisk | undefined
  /** By which a tab that died is noticed. @default only what pages say ends their sessions */
  readonly locks?: LockManager | undefined
  /** The lock that says that this host lives, held by whoever made the host; pages are told its name. */
  readonly lock?: string | undefined
  /** How long the rows of a stopped informer stay in memory where no disk keeps them. @default 300000 */
  readonly retainMs?: number | undefined
  /** Tells when the machine is online again; a worker's global scope fits. @default nobody does */
  readonly network?: NetworkEvents | undefined
  /** Called when the last page has left and all informers have ended. */
  readonly onIdle?: (() => void) | undefined
}

const IDLE_GRACE_MS = 30_000
const RETAIN_MS = 300_000

/**
 * Where informers live: it serves every page whose channel is attached to it. Pages of one server and identity share
 * one cache and one watch set.
 */
export class InformerHost {
  readonly #fingerprint: string
  readonly #options: HostOptions
  readonly #clock: Clock
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
    const { fetch, watchTransport, webSocket, maxFetchWatches } = options
    const client = { fetch, watchTransport, webSocket, maxFetchWatches }
    this.#clusters = new HostClusters({
      ...{ definitions, client, clock, random, disk, idleGraceMs, retainMs, onIdle },
    })
    this.#wakes = new WakeWatch({ clock, network, onWake: () => this.#clusters.reconnect() })
  }

  /** Serves one more page; a host that was closed serves none, and closes the channel. */
  attach(channel: HostChannel): void {
    if (this.#closed) {
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
      ...{ disk, locks, lock, onClosed },
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
