import type { Clock, TimerHandle } from '@kube-informer/core'
import { type Resolvers, withResolvers } from '@kube-informer/core/internal'

/** Requests a token from one page. */
export type RequestToken = () => Promise<string>

/** Options of {@link TokenPool}. */
export interface TokenPoolOptions {
  readonly clock: Clock
  /** How long to wait for a page before another one is tried too. @default 5000 */
  readonly patienceMs?: number | undefined
}

const PATIENCE_MS = 5_000

/** One request, sent to page after page until one responds. */
interface Round {
  readonly tried: Set<RequestToken>
  readonly answer: Resolvers<string>
  /** Pages that have not responded yet. */
  open: number
  /** Set while the last page that was tried has time to respond. */
  patience: TimerHandle | undefined
  error: unknown
  /** A token that the server has rejected before: better than none. */
  stale: string | undefined
}

/**
 * Provides the tokens of a cluster that several pages share. The newest page is tried first, since an older one may be
 * frozen. A page that fails, leaves, does not respond or has only the rejected token is followed by the next one. A
 * late response still counts: a user may be signing in on that page.
 */
export class TokenPool {
  readonly #clock: Clock
  readonly #patienceMs: number
  /** In the order of their arrival. */
  readonly #pages = new Set<RequestToken>()
  #round: Round | undefined
  #hadPages = false
  /** The last token. A new request means that the server has rejected it. */
  #given: string | undefined

  constructor({ clock, patienceMs = PATIENCE_MS }: TokenPoolOptions) {
    this.#clock = clock
    this.#patienceMs = patienceMs
  }

  /** Adds a page that has tokens; returns a function that removes it. Requests to a page that is gone must reject. */
  add(request: RequestToken): () => void {
    this.#hadPages = true
    this.#pages.add(request)
    // The last page has not responded in time.
    if (this.#round && this.#round.patience === undefined) this.#tryNext(this.#round)
    return () => {
      this.#pages.delete(request)
    }
  }

  /** Undefined if no page has ever had tokens. Rejects with the error of the last page that was tried. */
  async getToken(): Promise<string | undefined> {
    if (!this.#hadPages) return undefined
    if (this.#pages.size === 0) throw new Error('getToken: there is no page left')
    this.#round ??= this.#begin()
    return this.#round.answer.promise
  }

  /** Rejects pending requests and stops the timer. */
  close(): void {
    this.#pages.clear()
    this.#given = undefined
    if (this.#round)
      this.#finish(this.#round, ({ reject }) => reject(new Error('getToken: the pages are gone')))
  }

  #begin(): Round {
    const answer = withResolvers<string>()
    const round: Round = {
      tried: new Set(),
      answer,
      open: 0,
      patience: undefined,
      error: undefined,
      stale: undefined,
    }
    this.#tryNext(round)
    return round
  }

  #tryNext(round: Round): void {
    this.#clock.clearTimeout(round.patience)
    round.patience = undefined
    const next = [...this.#pages].reverse().find(page => !round.tried.has(page))
    if (!next) {
      this.#exhausted(round)
      return
    }
    round.tried.add(next)
    round.open++
    round.patience = this.#clock.setTimeout(() => this.#tryNext(round), this.#patienceMs)
    next().then(
      token => this.#answered(round, token),
      (error: unknown) => this.#passOn(round, { error }),
    )
  }

  /** There is no further page. */
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
    if (this.#round === round) this.#tryNext(round)
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
