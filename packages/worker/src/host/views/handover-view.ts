import type { InformerStatus } from '@kube-informer/core'
import { isDeniedStatus } from '../held-view/denials.ts'
import { type HeldView, hasCaughtUp, type ViewUser } from '../held-view/held-view.ts'
import { type FollowReads, ReadFollower } from '../held-view/read-follower.ts'
import { ForwardedView } from './forwarded-view.ts'

/** Options of {@link HandoverView}. */
export interface HandoverViewOptions {
  /** The rows of the namespace that were shown last. */
  readonly last: HeldView
  /** No change after this resourceVersion is in them. */
  readonly lastResourceVersion: string
  readonly user: ViewUser
  /** Opens the view of the namespace's own informer. */
  readonly open: (user: ViewUser) => HeldView
  readonly followReads: FollowReads
}

/**
 * One namespace of a union that replaces a cluster-wide view. It shows the last rows of that view until the namespace's own
 * informer has all rows and is not older, or is denied too. An error that may pass removes no row.
 */
export class HandoverView extends ForwardedView {
  protected shown: HeldView
  readonly #lastResourceVersion: string
  readonly #reads: ReadFollower
  #own: HeldView | undefined

  constructor({ last, lastResourceVersion, user, open, followReads }: HandoverViewOptions) {
    super()
    this.shown = last
    this.#lastResourceVersion = lastResourceVersion
    const onStatus = () => {
      if (this.#settle()) user.onRows()
      user.onStatus()
    }
    const onRows = (keys?: readonly string[]) => {
      if (this.shown === this.#own) user.onRows(keys)
      else if (this.#settle()) user.onRows()
    }
    this.#reads = new ReadFollower(followReads, onStatus)
    this.#own = open({ onRows, onStatus })
    this.#settle()
  }

  override get status(): InformerStatus {
    const own = this.#own?.status
    if (!own || this.shown === this.#own) return this.shown.status
    return { ...this.shown.status, link: own.link, ...(own.error && { error: own.error }) }
  }

  release(): void {
    this.#reads.update(false)
    this.#own?.release()
  }

  /** Returns whether the own rows are shown from now on. */
  #settle(): boolean {
    const own = this.#own
    if (!own || this.shown === own) return false
    const isReady = hasCaughtUp(own, this.#lastResourceVersion) || isDeniedStatus(own.status)
    if (isReady) this.shown = own
    this.#reads.update(!isReady)
    return isReady
  }
}
