import { type Clock, type Random, systemClock } from '@kube-informer/core'
import type { HostChannel } from '../channel.ts'
import type { InformerDefinitions } from '../definition.ts'
import { type HostClientOptions, Session } from './session.ts'

/** Options of every host. */
export interface HostOptions extends HostClientOptions {
  /** @default the platform's clock */
  readonly clock?: Clock | undefined
  /** Spreads what many hosts would do at the same time. @default Math.random */
  readonly random?: Random | undefined
  /** How long an informer runs on when nobody subscribes to it any more. @default 30000 */
  readonly idleGraceMs?: number | undefined
}

/** Where informers live: it serves every page whose channel is attached to it. */
export class InformerHost {
  readonly #definitions: InformerDefinitions
  readonly #options: HostOptions
  readonly #sessions = new Set<Session>()

  constructor(definitions: InformerDefinitions, options: HostOptions = {}) {
    this.#definitions = definitions
    this.#options = options
  }

  /** Serves one more page. */
  attach(channel: HostChannel): void {
    const { fetch, watchTransport, webSocket, maxFetchWatches } = this.#options
    const { clock = systemClock, random = Math.random, idleGraceMs = 30_000 } = this.#options
    const client = { fetch, watchTransport, webSocket, maxFetchWatches }
    const definitions = this.#definitions
    const onClosed = () => this.#sessions.delete(session)
    const session = new Session({ definitions, channel, client, clock, random, idleGraceMs, onClosed })
    this.#sessions.add(session)
  }

  /** Ends every session. Idempotent. */
  close(): void {
    for (const session of [...this.#sessions]) session.close()
  }
}
