import type { Clock, TimerHandle } from '@kube-informer/core'
import { type Resolvers, withResolvers } from '@kube-informer/core/internal'

/** Requests a token from one page. */
export type RequestToken = () => Promise<string>

/** What uses the tokens of a pool. */
export interface TokenUser {
  /** Discards the token that it holds: the page of it has left. */
  forgetToken(): void
  /**
   * Repeats every read that is open or in flight: its token was of a page that has left, or of another user perhaps. A page
   * has another one.
   */
  replaceReads(): void
  /** There is another token: what was denied may be allowed. */
  retryDenied(): void
}

export interface TokenPoolOptions {
  readonly clock: Clock
  readonly user: TokenUser
  /** How long to wait for a page before another one is tried too. @default 5000 */
  readonly patienceMs?: number | undefined
}

const PATIENCE_MS = 5_000
/** The shortest time between two replacements for new tokens, since each one repeats also what was just rejected. */
const REPLACE_EVERY_MS = 10_000

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

/** The reads that are open or in flight, by their token. */
interface PresentReads {
  /** Accepted: the server has answered one of them. Orphaned: their page has left, and there is no other page. */
  readonly state: 'new' | 'accepted' | 'orphaned'
  readonly since: number
  /** Pending while their replacement is due. */
  readonly replacement?: TimerHandle
}

/**
 * Provides the tokens of a cluster that several pages share. The newest page is tried first, since an older one may be
 * frozen. A page that fails, leaves, does not respond or has only the rejected token is followed by the next one. A
 * late response still counts: a user may be signing in on that page.
 *
 * A token is used only while its page is there. When a page leaves whose token may be in use, the token is forgotten at
 * once, and the reads that were sent with it are replaced as soon as there is another page.
 *
 * A page may give the token of another user at any time. So each token replaces the reads of the one before, unless the
 * server has accepted no request with that: they have read nothing, and a server that rejects every token is not asked faster.
 * They are replaced later if it accepts one of them after all.
 * Where tokens follow each other quickly, reads are replaced every ten seconds.
 */
export class TokenPool {
  readonly #clock: Clock
  readonly #user: TokenUser
  readonly #patienceMs: number
  /** In the order of their arrival. */
  readonly #pages = new Set<RequestToken>()
  /** The pages whose tokens may have been sent with the present reads. */
  readonly #givers = new Set<RequestToken>()
  #round: Round | undefined
  /** The last token. A new request means that the server has rejected it. */
  #given: string | undefined
  #reads: PresentReads = { state: 'new', since: Number.NEGATIVE_INFINITY }

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
    if (this.#reads.state === 'orphaned') this.#replaceReads()
    return () => this.#remove(request)
  }

  /** Rejects with the error of the last page that was tried. While there is no page, it waits for one. */
  getToken(): Promise<string> {
    this.#round ??= this.#begin()
    return this.#round.answer.promise
  }

  /** The server has accepted a token: that of the present reads, or one that was replaced while its read was in flight. */
  accepted(token: string | undefined): void {
    const isPresent = token === undefined || token === this.#given
    if (!isPresent && this.#given !== undefined) this.#replaceReadsInTime()
    else if (this.#reads.state === 'new') this.#reads = { ...this.#reads, state: 'accepted' }
  }

  /** The page has given another token than the one that it gave for the reads. */
  outdated(page: RequestToken): void {
    if (!this.#givers.has(page)) return
    this.#forget()
    this.#replaceReadsInTime()
  }

  /** Rejects pending requests, discards tokens and stops the timer. */
  close(): void {
    this.#clock.clearTimeout(this.#reads.replacement)
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
    if (this.#pages.size > 0) this.#replaceReads()
    else {
      this.#clock.clearTimeout(this.#reads.replacement)
      this.#reads = { ...this.#reads, state: 'orphaned' }
    }
  }

  #forget(): void {
    this.#given = undefined
    this.#user.forgetToken()
  }

  #replaceReads(): void {
    this.#clock.clearTimeout(this.#reads.replacement)
    this.#reads = { state: 'new', since: this.#clock.now() }
    this.#givers.clear()
    this.#user.replaceReads()
  }

  #replaceReadsInTime(): void {
    const { since, replacement } = this.#reads
    const dueMs = since + REPLACE_EVERY_MS - this.#clock.now()
    if (dueMs <= 0) this.#replaceReads()
    else if (replacement === undefined)
      this.#reads = {
        ...this.#reads,
        replacement: this.#clock.setTimeout(() => this.#replaceReads(), dueMs),
      }
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
    this.#finish(round, ({ resolve }) => resolve(token))
    if (isNew && this.#reads.state === 'accepted') this.#replaceReadsInTime()
    else if (isNew) this.#user.retryDenied()
    this.#givers.add(page)
  }

  #finish(round: Round, settle: (answer: Resolvers<string>) => void): void {
    this.#clock.clearTimeout(round.patience)
    round.patience = undefined
    if (this.#round === round) this.#round = undefined
    settle(round.answer)
  }
}
