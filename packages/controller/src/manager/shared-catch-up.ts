import { abortable } from '@kube-informer/core/internal'
import type { Cache } from '../client/cache.ts'

/** One catch-up of a cache, shared by the controllers that start to work together: each costs a list of every kind. */
export class SharedCatchUp {
  readonly #cache: Pick<Cache, 'catchUp'>
  #running: Promise<void> | undefined

  constructor(cache: Pick<Cache, 'catchUp'>) {
    this.#cache = cache
  }

  /** Resolves once the cache has caught up. Rejects when the signal aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    this.#running ??= this.#start(signal)
    await abortable(this.#running, signal)
  }

  async #start(signal: AbortSignal): Promise<void> {
    try {
      await this.#cache.catchUp(signal)
    } catch (error) {
      this.#running = undefined
      throw error
    }
  }
}
