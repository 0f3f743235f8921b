import type { PageChannel } from '../wire/channel.ts'
import { tapChannel } from './tap-channel.ts'

/** So long a leading page vouches for a worker that has said nothing yet: its script may be slow to arrive. */
const START_LIMIT_MS = 30_000

/** What {@link ActiveHost} takes. */
export interface ActiveHostOptions {
  readonly channel: PageChannel
  readonly term: number
  /** It is this tab's own worker. */
  readonly leading: boolean
  readonly startedAt: number
  /** It has answered, for the first time. */
  readonly onHeard: () => void
  readonly onFailure: (host: ActiveHost, reason: string) => void
}

/** The host that a tab speaks to, as leader or as follower. */
export class ActiveHost {
  readonly channel: PageChannel
  readonly term: number
  readonly leading: boolean
  readonly #startedAt: number
  #heard = false

  constructor({ channel, term, leading, startedAt, onHeard, onFailure }: ActiveHostOptions) {
    this.term = term
    this.leading = leading
    this.#startedAt = startedAt
    this.channel = tapChannel(channel, {
      onHeard: () => {
        if (!this.#heard) onHeard()
        this.#heard = true
      },
      onFailure: reason => onFailure(this, reason),
    })
  }

  /** Whether its page answers for it. A worker that has begun to speak does that itself. */
  needsKeepAlive(now: number): boolean {
    return this.leading && !this.#heard && now - this.#startedAt < START_LIMIT_MS
  }
}
