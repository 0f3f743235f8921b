import type { PageChannel } from '../channel.ts'
import { overheard } from './overheard.ts'

/** So long a leading page vouches for a worker that has said nothing yet: its script may be slow to arrive. */
const START_LIMIT_MS = 30_000

/** What {@link PresentHost} takes. */
export interface PresentHostOptions {
  readonly channel: PageChannel
  readonly term: number
  /** It is this tab's own worker. */
  readonly leading: boolean
  readonly startedAt: number
  /** It has answered, for the first time. */
  readonly onHeard: () => void
  readonly onFailure: (host: PresentHost, reason: string) => void
}

/** The host that a tab speaks to, as leader or as follower. */
export class PresentHost {
  readonly channel: PageChannel
  readonly term: number
  readonly leading: boolean
  readonly #startedAt: number
  #heard = false

  constructor({ channel, term, leading, startedAt, onHeard, onFailure }: PresentHostOptions) {
    this.term = term
    this.leading = leading
    this.#startedAt = startedAt
    this.channel = overheard(channel, {
      onHeard: () => {
        if (!this.#heard) onHeard()
        this.#heard = true
      },
      onFailure: reason => onFailure(this, reason),
    })
  }

  /** Whether its page answers for it. A worker that has begun to speak does that itself. */
  needsVoucher(now: number): boolean {
    return this.leading && !this.#heard && now - this.#startedAt < START_LIMIT_MS
  }
}
