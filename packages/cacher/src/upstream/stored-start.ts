import { type Clock, type KubernetesObject, sleep } from '@kube-informer/core'
import type { StoredState } from '@kube-informer/core/snapshot'
import type { Cacher } from '../cacher.ts'

/** Starts a cache from a stored state: the checkpoint becomes the state, and the log the history after it. */
export class StoredStart<T extends KubernetesObject = KubernetesObject> {
  readonly #cacher: Cacher<T>
  readonly #stored: StoredState<T>
  readonly #clock: Clock

  constructor(cacher: Cacher<T>, stored: StoredState<T>, clock: Clock) {
    this.#cacher = cacher
    this.#stored = stored
    this.#clock = clock
  }

  /**
   * Sets the state.
   *
   * @throws {OutOfOrderError} if the log goes back, and what the iterables throw; the cache then has no state to serve
   */
  apply(): void {
    this.#cacher.replace(this.#stored.rows, this.#stored.resourceVersion)
    for (const event of this.#stored.events) {
      if (event.type === 'BOOKMARK') this.#cacher.progress(event.resourceVersion)
      else if (event.type === 'ADDED') this.#cacher.add(event.row)
      else if (event.type === 'MODIFIED') this.#cacher.update(event.row)
      else this.#cacher.delete(event.row)
    }
  }

  /**
   * Reads the texts that no reader needs at once, a page in each turn of the event loop. Rejects if one cannot be read:
   * the state is then incomplete.
   */
  async readTexts(signal: AbortSignal): Promise<void> {
    do await sleep(this.#clock, 0, signal)
    while (!signal.aborted && this.#cacher.readTexts())
    this.#stored.release?.()
  }
}
