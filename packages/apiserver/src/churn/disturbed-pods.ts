/** How long a Pod that was disturbed stays as it is, in ms. */
const STAY_MS = 5_000
/** The share of all Pods that may be disturbed at the same time. */
const SHARE = 0.005

/** The Pods that churn has made unready, the oldest first: they recover, so that most workloads of a cluster are healthy. */
export class DisturbedPods {
  /** When each Pod was disturbed, by its key. */
  readonly #times = new Map<string, number>()

  /** Notes whether a Pod is ready after a write. */
  note(key: string, isReady: boolean, now: number): void {
    this.#times.delete(key)
    if (!isReady) this.#times.set(key, now)
  }

  /** Whether as many Pods as a healthy cluster of this size has are disturbed. */
  isFull(pods: number): boolean {
    return this.#times.size >= Math.max(1, pods * SHARE)
  }

  /** Removes the Pod that has to recover now; undefined if there is none. */
  takeDue(now: number): string | undefined {
    const [oldest] = this.#times
    if (oldest === undefined || now - oldest[1] < STAY_MS) return undefined
    this.#times.delete(oldest[0])
    return oldest[0]
  }
}
