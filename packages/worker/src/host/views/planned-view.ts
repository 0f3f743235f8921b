import { type InformerStatus, isForbidden, StatusError } from '@kube-informer/core'
import { isDeniedStatus } from '../held-view/denials.ts'
import { type HeldView, hasCaughtUp, type ViewUser } from '../held-view/held-view.ts'
import { type FollowReads, ReadFollower } from '../held-view/read-follower.ts'
import type { RowOrder } from '../slices/row-order.ts'
import { ForwardedView } from './forwarded-view.ts'
import { type DeniedRows, deniedRowsOf } from './last-rows.ts'
import { lastOf } from './last-view.ts'

/** How a view is served; it may change while the view is in use. */
export interface ViewPlan {
  /** Changes whenever the view has to be opened again. */
  readonly version: number
  /** Whether a view that is opened now shows the rows of the view that it replaces, for as long as it needs them. */
  readonly takesOver: boolean
  /** @param denied what the view that is replaced has shown; only where the plan takes over */
  open(user: ViewUser, denied?: DeniedRows): HeldView
  /** The server answers what was opened with 403. A plan that changes has another way. */
  forbidden(error: Error): void
  /** Calls back when `version` changes. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
}

/** Options of {@link PlannedView}. */
export interface PlannedViewOptions {
  readonly plan: ViewPlan
  readonly user: ViewUser
  /** The order of the rows. */
  readonly order: RowOrder
  readonly followReads: FollowReads
}

/**
 * A view that is opened again when its plan changes. What it showed before stays until the new view has its rows, and is
 * not older, so that no row leaves the screen at the change. A view that takes over the rows is shown at once.
 */
export class PlannedView extends ForwardedView {
  readonly #plan: ViewPlan
  readonly #user: ViewUser
  readonly #order: RowOrder
  readonly #unsubscribe: () => void
  readonly #reads: ReadFollower
  #version: number
  #current: HeldView
  /** Shown until the current view is ready. */
  #previous: HeldView | undefined
  /** The view that the server has just denied, as it was. */
  #denied: { readonly view: HeldView; readonly rows: DeniedRows | undefined } | undefined
  /** An error that the current view had when it replaced another one: its next attempt may succeed. */
  #oldError: Error | undefined
  #released = false

  constructor({ plan, user, order, followReads }: PlannedViewOptions) {
    super()
    this.#plan = plan
    this.#user = user
    this.#order = order
    this.#reads = new ReadFollower(followReads, () => {
      this.#statusChanged()
      user.onStatus()
    })
    this.#version = plan.version
    this.#current = this.#open()
    this.#unsubscribe = plan.subscribe(() => this.#follow())
    this.#statusChanged()
  }

  protected get shown(): HeldView {
    return this.#previous ?? this.#current
  }

  override get status(): InformerStatus {
    const { status } = this.shown
    return this.#previous ? { ...status, link: this.#current.status.link } : status
  }

  release(): void {
    this.#released = true
    this.#reads.update(false)
    this.#unsubscribe()
    this.#previous?.release()
    this.#current.release()
  }

  #open(denied?: DeniedRows): HeldView {
    const version = this.#version
    const isCurrent = () => !this.#released && version === this.#version
    const user: ViewUser = {
      onRows: keys => {
        if (!isCurrent() || !this.#previous) this.#user.onRows(keys)
      },
      onStatus: () => {
        if (isCurrent()) this.#statusChanged()
        this.#user.onStatus()
      },
      onDenied: () => {
        if (!isCurrent()) this.#keepPrevious()
        else if (!this.#previous)
          this.#denied = { view: lastOf(this.#current, this.#order), rows: deniedRowsOf(this.#current) }
      },
    }
    return this.#plan.open(user, denied)
  }

  /** Another view of the plan was denied first: the rows of this one are still shown, and are about to leave it. */
  #keepPrevious(): void {
    const previous = this.#previous
    if (previous) this.#previous = { ...lastOf(previous, this.#order), release: () => previous.release() }
  }

  #statusChanged(): void {
    const { data, error } = this.#current.status
    // Rows that are shown were listed: a user may be allowed to list and not to watch.
    if (data === 'none' && error && error !== this.#oldError && isForbidden(error))
      this.#plan.forbidden(error)
    // Without another way, the rows have left.
    this.#denied = undefined
    this.#settle()
  }

  #follow(): void {
    if (this.#released || this.#version === this.#plan.version) return
    this.#version = this.#plan.version
    if (this.#plan.takesOver) this.#handOver()
    else this.#replace()
    this.#denied = undefined
    this.#settle()
    this.#user.onStatus()
  }

  /** The new view is opened first: informers that both use go on. */
  #handOver(): void {
    const replaced = [this.#previous, this.#current]
    const current = this.#open(this.#denied ? this.#denied.rows : deniedRowsOf(this.shown))
    this.#previous = undefined
    this.#current = current
    for (const view of replaced) view?.release()
    this.#user.onRows()
  }

  #replace(): void {
    if (this.#previous) this.#current.release()
    else {
      this.#previous = this.#denied?.view ?? this.#current
      if (this.#denied) this.#current.release()
    }
    this.#current = this.#open()
    const { error } = this.#current.status
    this.#oldError = error instanceof StatusError ? error : undefined
  }

  #settle(): void {
    const previous = this.#previous
    const isReady = !previous || this.#isReady(previous)
    this.#reads.update(!isReady)
    if (!previous || !isReady) return
    this.#previous = undefined
    previous.release()
    this.#user.onRows()
  }

  #isReady(previous: HeldView): boolean {
    const { status } = this.#current
    if (previous.status.data === 'none') return true
    if (isDeniedStatus(status)) return status.error !== this.#oldError
    return hasCaughtUp(this.#current, previous.newestResourceVersion)
  }
}
