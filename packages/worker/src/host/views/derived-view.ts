import type { InformerCounters, InformerStatus } from '@kube-informer/core'
import { isDeniedStatus, isRefused } from '../held-view/denials.ts'
import { type HeldView, hasCaughtUp, type ViewUser } from '../held-view/held-view.ts'
import { type FollowReads, ReadFollower } from '../held-view/read-follower.ts'
import type { RowOrder } from '../slices/row-order.ts'
import { lastOf } from './last-view.ts'

/** Options of {@link DerivedView}. */
export interface DerivedViewOptions {
  readonly user: ViewUser
  /** The order of the rows. */
  readonly order: RowOrder
  /** Opens the slice from the informer with the wider scope. */
  readonly openWide: (user: ViewUser) => HeldView
  /** Opens the same slice from an informer of its own scope. */
  readonly openOwn: (user: ViewUser) => HeldView
  /** The counters of the wider informer, for the rows of the scope. */
  readonly counters: () => InformerCounters
  readonly followReads: FollowReads
}

/**
 * A view of a narrow scope, filtered from a running informer with a wider scope. When the server rejects that informer,
 * the view opens an informer of its own scope, and keeps its rows until that one is complete and not older.
 */
export class DerivedView implements HeldView {
  readonly #user: ViewUser
  readonly #openOwn: (user: ViewUser) => HeldView
  readonly #counters: () => InformerCounters
  readonly #wide: HeldView
  readonly #reads: ReadFollower
  /** The wide view as it was before the server denied it. */
  #last: HeldView | undefined
  /** No change after this resourceVersion was in the wide view when the server denied it. */
  #lastResourceVersion = ''
  #own: HeldView | undefined
  /** Whether the view uses its own informer only. */
  #isAlone = false
  #released = false

  readonly #ownUser: ViewUser = {
    onRows: keys => {
      if (this.#isAlone) this.#user.onRows(keys)
      else this.#ownChanged()
    },
    onStatus: () => {
      this.#ownChanged()
      this.#user.onStatus()
    },
    onDenied: () => {
      if (this.#isAlone) this.#user.onDenied?.()
    },
  }

  constructor({ user, order, openWide, openOwn, counters, followReads }: DerivedViewOptions) {
    this.#counters = counters
    this.#user = user
    this.#openOwn = openOwn
    this.#reads = new ReadFollower(followReads, this.#ownUser.onStatus)
    const follower: ViewUser = {
      onRows: keys => this.#wideRows(keys),
      onStatus: () => this.#wideChanged(),
      onDenied: () => {
        if (this.#last) return
        this.#last = lastOf(this.#wide, order)
        this.#lastResourceVersion = this.#wide.newestResourceVersion
      },
    }
    this.#wide = openWide(follower)
  }

  get view(): HeldView['view'] {
    return this.#shown.view
  }

  get status(): InformerStatus {
    if (this.#isAlone) return this.#shown.status
    const { status } = this.#last ?? this.#wide
    const { error: _, ...rest } = status
    const own = this.#own?.status
    const seen = own ? { ...rest, link: own.link, ...(own.error && { error: own.error }) } : status
    return { ...seen, counters: this.#counters() }
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

  get isOverlaid(): HeldView['isOverlaid'] {
    return this.#shown.isOverlaid
  }

  get stored(): HeldView['stored'] {
    return this.#shown.stored
  }

  release(): void {
    this.#released = true
    this.#reads.update(false)
    this.#wide.release()
    this.#own?.release()
  }

  get #shown(): HeldView {
    return this.#isAlone && this.#own ? this.#own : (this.#last ?? this.#wide)
  }

  #wideRows(keys: readonly string[] | undefined): void {
    if (!this.#isAlone) this.#user.onRows(keys)
  }

  #wideChanged(): void {
    if (this.#isAlone || this.#released) return
    const { status } = this.#wide
    if (isRefused(status)) {
      this.#own ??= this.#openOwn(this.#ownUser)
      this.#ownChanged()
    } else if (this.#own && status.data !== 'none') {
      this.#own.release()
      this.#own = undefined
      this.#last = undefined
      this.#reads.update(false)
      this.#user.onRows()
    }
    this.#user.onStatus()
  }

  #ownChanged(): void {
    const own = this.#own
    if (this.#isAlone || !own) return
    if (hasCaughtUp(own, this.#shownResourceVersion)) this.#goAlone()
    else if (this.#last && isDeniedStatus(own.status)) this.#empty()
    this.#reads.update(!this.#isAlone)
  }

  /**
   * No change after it is in the rows that are shown. The own informer may have run before, and be behind. One that is not
   * behind has the same rows as the wide one had, until its next change or bookmark.
   */
  get #shownResourceVersion(): string {
    return this.#last ? this.#lastResourceVersion : this.#wide.newestResourceVersion
  }

  /** Both scopes are denied. The view returns to the wide one if that recovers. */
  #empty(): void {
    this.#user.onDenied?.()
    this.#last = undefined
    this.#user.onRows()
  }

  #goAlone(): void {
    this.#isAlone = true
    this.#last = undefined
    this.#wide.release()
    this.#user.onRows()
  }
}
