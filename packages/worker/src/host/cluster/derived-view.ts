import { type InformerCounters, type InformerStatus, StatusError } from '@kube-informer/core'
import type { Slice } from '../../api/subscription.ts'
import type { ScopeFilter } from '../view/scope-filter.ts'
import type { HeldView, ScopedInformer, ViewUser } from './scoped-informer.ts'

/** Options of {@link DerivedView}. */
export interface DerivedViewOptions {
  /** The informer with the wider scope. */
  readonly informer: ScopedInformer
  readonly scopeFilter: ScopeFilter
  readonly slice: Slice
  readonly user: ViewUser
  /** Opens the same slice from an informer of its own scope. */
  readonly openOwn: (user: ViewUser) => HeldView
}

/** Status errors that may be temporary, whatever the request. */
const PASSING = [408, 409, 410, 429]

/** Whether the server rejects an informer's requests, so that a narrower scope may still be allowed. */
export function isRefused({ error }: InformerStatus): boolean {
  const code = error instanceof StatusError ? error.code : 0
  return code >= 400 && code < 500 && !PASSING.includes(code)
}

/**
 * The counters of an informer, with the number of objects of one namespace. Objects that match selectors are not
 * counted: that would read each row.
 */
export function countersIn(informer: ScopedInformer, { namespace, keeps }: ScopeFilter): InformerCounters {
  const { counters } = informer.status
  return namespace === undefined || keeps ? counters : { ...counters, objects: informer.countIn(namespace) }
}

/**
 * A view of a narrow scope, filtered from a running informer with a wider scope. When the server rejects that informer,
 * the view opens an informer of its own scope, and keeps its rows until that one is complete.
 */
export class DerivedView implements HeldView {
  readonly #informer: ScopedInformer
  readonly #scopeFilter: ScopeFilter
  readonly #user: ViewUser
  readonly #openOwn: (user: ViewUser) => HeldView
  readonly #wide: HeldView
  #own: HeldView | undefined
  /** Whether the view uses its own informer only. */
  #isAlone = false
  #released = false

  readonly #ownUser: ViewUser = {
    onRows: () => {
      if (this.#isAlone) this.#user.onRows()
    },
    onStatus: () => {
      if (!this.#isAlone && this.#own?.status.data === 'complete') this.#goAlone()
      this.#user.onStatus()
    },
  }

  constructor({ informer, scopeFilter, slice, user, openOwn }: DerivedViewOptions) {
    this.#informer = informer
    this.#scopeFilter = scopeFilter
    this.#user = user
    this.#openOwn = openOwn
    const follower = { onRows: () => this.#wideRows(), onStatus: () => this.#wideChanged() }
    this.#wide = informer.open(slice, follower, scopeFilter)
  }

  get view(): HeldView['view'] {
    return this.#shown.view
  }

  get status(): InformerStatus {
    if (this.#isAlone) return this.#shown.status
    const { status } = this.#wide
    const { error: _, ...rest } = status
    const own = this.#own?.status
    const seen = own ? { ...rest, link: own.link, ...(own.error && { error: own.error }) } : status
    return { ...seen, counters: countersIn(this.#informer, this.#scopeFilter) }
  }

  get coveredResourceVersion(): string {
    return this.#shown.coveredResourceVersion
  }

  get newestResourceVersion(): string {
    return this.#shown.newestResourceVersion
  }

  get countGroups(): HeldView['countGroups'] {
    return this.#shown.countGroups
  }

  release(): void {
    this.#released = true
    this.#wide.release()
    this.#own?.release()
  }

  get #shown(): HeldView {
    return this.#isAlone && this.#own ? this.#own : this.#wide
  }

  #wideRows(): void {
    if (!this.#isAlone) this.#user.onRows()
  }

  #wideChanged(): void {
    if (this.#isAlone || this.#released) return
    if (isRefused(this.#wide.status)) this.#own ??= this.#openOwn(this.#ownUser)
    else if (this.#own) {
      this.#own.release()
      this.#own = undefined
    }
    this.#user.onStatus()
  }

  /** Rows from disk may be older than the shown ones; rows that the server has confirmed are not. */
  #goAlone(): void {
    this.#isAlone = true
    this.#wide.release()
    this.#user.onRows()
  }
}
