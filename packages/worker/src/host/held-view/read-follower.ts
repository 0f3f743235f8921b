/**
 * Calls back after each read of any informer of the cluster, which may have changed its resourceVersion. Returns the
 * unsubscribe function.
 */
export type FollowReads = (listener: () => void) => () => void

/**
 * Follows the reads of informers while something waits for a resourceVersion. Users of a view are notified only of visible
 * changes of its status, so that the cost of a read does not depend on their number.
 */
export class ReadFollower {
  readonly #follow: FollowReads
  readonly #listener: () => void
  #stop: (() => void) | undefined

  constructor(follow: FollowReads, listener: () => void) {
    this.#follow = follow
    this.#listener = listener
  }

  update(isWaiting: boolean): void {
    if (isWaiting) this.#stop ??= this.#follow(this.#listener)
    else {
      this.#stop?.()
      this.#stop = undefined
    }
  }
}
