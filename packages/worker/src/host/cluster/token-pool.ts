import type { Clock, TimerHandle } from '@kube-informer/core'
import { type Resolvers, withResolvers } from '@kube-informer/core/internal'

/** Requests a token from one page. */
export type RequestToken = () => Promise<string>

/** What uses the tokens of a pool. */
export interface TokenUser {
  /** Discards the token that it holds: the page of it has left. */
  forgetToken(): void
  /** Replaces every watch that was opened with a token of a page that has left; another page has tokens. */
  replaceWatches(): void
  /** There is another token: what was denied may be allowed. */
  retryDenied(): void
}

/** Options of {@link TokenPool}. */
export interface TokenPoolOptions {
  readonly clock: Clock
  readonly user: TokenUser
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
  stale: { readonly page: RequestToken; readonly token: string } | undefined
}

/**
 * Provides the tokens of a cluster that several pages share. The newest page is tried first, since an older one may be
 * frozen. A page that fails, leaves, does not respond or has only the rejected token is followed by the next one. A
 * late response still counts: a user may be signing in on that page.
 *
 * A token is used only while its page is there. When a page leaves whose token may be in use, the token is forgotten at
 * once, and the watches that were opened with it are replaced as soon as there is another page.
 */
export class TokenPool {
  readonly #clock: Clock
  readonly #user: TokenUser
  readonly #patienceMs: number
  /** In the order of their arrival. */
  readonly #pages = new Set<RequestToken>()
  /** The pages whose tokens may have opened the present watches. */
  readonly #givers = new Set<RequestToken>()
  #round: Round | undefined
  /** The last token. A new request means that the server has rejected it. */
  #given: string | undefined
  /** Whether the present watches were opened with a token of a page that has left. */
  #isOrphaned = false

  constructor({ clock, user, patienceMs = PATIENCE_MS }: TokenPoolOptions) {
    this.#clock = clock
    this.#user = user
    this.#patienceMs = patienceMs
  }

  /** Adds a page that has tokens; returns a function that removes it. Requests to a page that is gone must reject. */
  add(request: RequestToken): () => void {
    this.#pages.add(request)
    // The last page has not responded in time.
    if (this.#round && this.#round.patience === undefined) this.#tryNext(this.#round)
    if (this.#isOrphaned) this.#replaceWatches()
    return () => this.#remove(request)
  }

  /** Rejects with the error of the last page that was tried. While there is no page, it waits for one. */
  getToken(): Promise<string> {
    this.#round ??= this.#begin()
    return this.#round.answer.promise
  }

  /** Rejects pending requests, discards tokens and stops the timer. */
  close(): void {
    this.#pages.clear()
    this.#forget()
    if (this.#round)
      this.#finish(this.#round, ({ reject }) => reject(new Error('getToken: the pages are gone')))
  }

  #remove(page: RequestToken): void {
    this.#pages.delete(page)
    if (this.#round?.stale?.page === page) this.#round.stale = undefined
    if (!this.#givers.has(page)) return
    this.#forget()
    if (this.#pages.size > 0) this.#replaceWatches()
    else this.#isOrphaned = true
  }

  #forget(): void {
    this.#given = undefined
    this.#user.forgetToken()
  }

  #replaceWatches(): void {
    this.#isOrphaned = false
    this.#givers.clear()
    this.#user.replaceWatches()
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
      token => this.#answered(round, next, token),
      (error: unknown) => this.#passOn(round, { error }),
    )
  }

  /** There is no further page. */
  #exhausted(round: Round): void {
    const { stale, error } = round
    if (stale) this.#give(round, stale.page, stale.token)
    else if (round.open === 0 && this.#pages.size > 0) this.#finish(round, ({ reject }) => reject(error))
  }

  #answered(round: Round, page: RequestToken, token: string): void {
    // It has left since.
    if (!this.#pages.has(page)) this.#passOn(round, { error: new Error('getToken: the page has left') })
    else if (token === this.#given) this.#passOn(round, { stale: { page, token } })
    else if (this.#round === round) this.#give(round, page, token)
  }

  #passOn(round: Round, outcome: Partial<Pick<Round, 'error' | 'stale'>>): void {
    round.open--
    Object.assign(round, outcome)
    if (this.#round === round) this.#tryNext(round)
  }

  #give(round: Round, page: RequestToken, token: string): void {
    const isNew = token !== this.#given
    this.#given = token
    this.#givers.add(page)
    this.#finish(round, ({ resolve }) => resolve(token))
    if (isNew) this.#user.retryDenied()
  }

  #finish(round: Round, settle: (answer: Resolvers<string>) => void): void {
    this.#clock.clearTimeout(round.patience)
    round.patience = undefined
    if (this.#round === round) this.#round = undefined
    settle(round.answer)
  }
}
