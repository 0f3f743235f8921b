import type { Clock } from '@kube-informer/core'
import type { PageChannel } from '../wire/channel.ts'
import { type TappedChannel, tapChannel } from './tap-channel.ts'

/** How long the leading page sends keep-alives for a worker that has not responded. */
const START_LIMIT_MS = 30_000

export interface ActiveHostOptions {
  readonly channel: PageChannel
  readonly term: number
  /** Whether the host is this tab's own worker. */
  readonly leading: boolean
  readonly clock: Clock
  readonly onHeard: () => void
  readonly onFailure: (host: ActiveHost, reason: string) => void
}

/** The host that a tab uses, as leader or as follower. */
export class ActiveHost {
  readonly channel: TappedChannel
  readonly term: number
  readonly leading: boolean
  readonly #clock: Clock
  readonly #startedAt: number

  constructor({ channel, term, leading, clock, onHeard, onFailure }: ActiveHostOptions) {
    this.term = term
    this.leading = leading
    this.#clock = clock
    this.#startedAt = clock.now()
    this.channel = tapChannel(channel, { clock, onHeard, onFailure: reason => onFailure(this, reason) })
  }

  /** Whether the page answers searches in place of its worker, which does so itself once it has started. */
  get needsKeepAlive(): boolean {
    const isSilent = this.channel.lastHeardAt === undefined
    return this.leading && isSilent && this.#clock.now() - this.#startedAt < START_LIMIT_MS
  }
}
