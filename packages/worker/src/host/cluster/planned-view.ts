import { type InformerStatus, isForbidden } from '@kube-informer/core'
import { isOlder } from '../plan/versions.ts'
import { isDeniedStatus } from './denial-gate.ts'
import { ForwardedView } from './forwarded-view.ts'
import type { HeldView, ViewUser } from './held-view.ts'
import { lastOf } from './last-view.ts'

/** How a view is served; it may change while the view is in use. */
export interface ViewPlan {
  /** Changes whenever the view has to be opened again. */
  readonly version: number
  open(user: ViewUser): HeldView
  /** The server answers what was opened with 403. A plan that changes has another way. */
  forbidden(error: Error): void
  /** Calls back when `version` changes. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
}

/** Options of {@link PlannedView}. */
export interface PlannedViewOptions {
  readonly plan: ViewPlan
  readonly user: ViewUser
}

/**
 * A view that is opened again when its plan changes. What it showed before stays until the new view has its rows, and is
 * not older, so that no row leaves the screen at the change.
 */
export class PlannedView extends ForwardedView {
  readonly #plan: ViewPlan
  readonly #user: ViewUser
  readonly #unsubscribe: () => void
  #version: number
  #current: HeldView
  /** Shown until the current view is ready. */
  #previous: HeldView | undefined
  /** The rows that the server has just denied. */
  #denied: HeldView | undefined
  #released = false

  constructor({ plan, user }: PlannedViewOptions) {
    super()
    this.#plan = plan
    this.#user = user
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
    this.#unsubscribe()
    this.#previous?.release()
    this.#current.release()
  }

  #open(): HeldView {
    const version = this.#version
    const isCurrent = () => !this.#released && version === this.#version
    return this.#plan.open({
      onRows: keys => {
        if (!isCurrent() || !this.#previous) this.#user.onRows(keys)
      },
      onStatus: () => {
        if (isCurrent()) this.#statusChanged()
        this.#user.onStatus()
      },
      onDenied: () => {
        if (!isCurrent()) this.#keepPrevious()
        else if (!this.#previous) this.#denied = lastOf(this.#current)
      },
    })
  }

  /** Another view of the plan was denied first: the rows of this one are still shown, and are about to leave it. */
  #keepPrevious(): void {
    const previous = this.#previous
    if (previous) this.#previous = { ...lastOf(previous), release: () => previous.release() }
  }

  #statusChanged(): void {
    const { error } = this.#current.status
    if (error && isForbidden(error)) this.#plan.forbidden(error)
    // Without another way, the rows have left.
    this.#denied = undefined
    this.#settle()
  }

  #follow(): void {
    if (this.#released || this.#version === this.#plan.version) return
    this.#version = this.#plan.version
    if (this.#previous) this.#current.release()
    else {
      this.#previous = this.#denied ?? this.#current
      if (this.#denied) this.#current.release()
    }
    this.#denied = undefined
    this.#current = this.#open()
    this.#settle()
    this.#user.onStatus()
  }

  #settle(): void {
    const previous = this.#previous
    if (!previous || !this.#isReady(previous)) return
    this.#previous = undefined
    previous.release()
    this.#user.onRows()
  }

  #isReady(previous: HeldView): boolean {
    const { status, coveredResourceVersion } = this.#current
    if (previous.status.data === 'none' || isDeniedStatus(status)) return true
    return status.data === 'complete' && !isOlder(coveredResourceVersion, previous.newestResourceVersion)
  }
}
