import type { Clock, TimerHandle } from '@kube-informer/core'
import { type Resolvers, withResolvers } from '@kube-informer/core/internal'

/** Asks one page for a token. */
export type AskForToken = () => Promise<string>

/** What {@link TokenPool} takes. */
export interface TokenPoolOptions {
  readonly clock: Clock
  /** How long a page is waited for before another one is asked, too. @default 5000 */
  readonly patienceMs?: number | undefined
}

const PATIENCE_MS = 5_000

/** One question, put to page after page until one answers. */
interface Round {
  readonly asked: Set<AskForToken>
  readonly answer: Resolvers<string>
  /** Pages that have not answered yet. */
  open: number
  /** Set while the last page that was asked has time to answer. */
  patience: TimerHandle | undefined
  error: unknown
  /** A token that was refused before: better than none. */
  stale: string | undefined
}

/**
 * Where a cluster that several pages share gets its tokens: from the newest page first, since an older one may be frozen.
 * One that fails, leaves, stays silent, or has only the token that was refused, is followed by the next; who stays silent
 * may still answer, for somebody may be signing in there.
 */
export class TokenPool {
  readonly #clock: Clock
  readonly #patienceMs: number
  /** In the order in which they came. */
  readonly #pages = new Set<AskForToken>()
  #round: Round | undefined
  #hadPages = false
  /** The last one that was given. Who asks again has seen it refused. */
  #given: string | undefined

  constructor({ clock, patienceMs = PATIENCE_MS }: TokenPoolOptions) {
    this.#clock = clock
    this.#patienceMs = patienceMs
  }

  /** One more page that has tokens; returns its own undo. What was asked of a page that is gone must reject. */
  add(ask: AskForToken): () => void {
    this.#hadPages = true
    this.#pages.add(ask)
    // Who was asked is silent for too long already.
    if (this.#round && this.#round.patience === undefined) this.#askNext(this.#round)
    return () => {
      this.#pages.delete(ask)
    }
  }

  /** Undefined where no page has ever had tokens; rejects with the error of the last page that was asked. */
  async getToken(): Promise<string | undefined> {
    if (!this.#hadPages) return undefined
    if (this.#pages.size === 0) throw new Error('getToken: there is no page left that could be asked')
    this.#round ??= this.#begin()
    return this.#round.answer.promise
  }

  /** Nobody waits any more, and no timer is left. */
  close(): void {
    this.#pages.clear()
    this.#given = undefined
    if (this.#round)
      this.#finish(this.#round, ({ reject }) => reject(new Error('getToken: the pages are gone')))
  }

  #begin(): Round {
    const answer = withResolvers<string>()
    const round: Round = {
      asked: new Set(),
      answer,
      open: 0,
      patience: undefined,
      error: undefined,
      stale: undefined,
    }
    this.#askNext(round)
    return round
  }

  #askNext(round: Round): void {
    this.#clock.clearTimeout(round.patience)
    round.patience = undefined
    const next = [...this.#pages].reverse().find(page => !round.asked.has(page))
    if (!next) {
      this.#exhausted(round)
      return
    }
    round.asked.add(next)
    round.open++
    round.patience = this.#clock.setTimeout(() => this.#askNext(round), this.#patienceMs)
    next().then(
      token => this.#answered(round, token),
      (error: unknown) => this.#passOn(round, { error }),
    )
  }

  /** There is nobody else to ask. */
  #exhausted(round: Round): void {
    const { stale, error } = round
    if (stale !== undefined) this.#give(round, stale)
    else if (round.open === 0) this.#finish(round, ({ reject }) => reject(error))
  }

  #answered(round: Round, token: string): void {
    if (token === this.#given) this.#passOn(round, { stale: token })
    else if (this.#round === round) this.#give(round, token)
  }

  #passOn(round: Round, outcome: { readonly error?: unknown; readonly stale?: string }): void {
    round.open--
    Object.assign(round, outcome)
    if (this.#round === round) this.#askNext(round)
  }

  #give(round: Round, token: string): void {
    this.#given = token
    this.#finish(round, ({ resolve }) => resolve(token))
  }

  #finish(round: Round, settle: (answer: Resolvers<string>) => void): void {
    this.#clock.clearTimeout(round.patience)
    round.patience = undefined
    if (this.#round === round) this.#round = undefined
    settle(round.answer)
  }
}
