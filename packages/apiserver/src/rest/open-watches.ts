import type { CacherWatch } from '@kube-informer/core/cacher'

/** What is kept of an open watch. */
interface OpenWatch {
  /** In Node, the signal of a request that was collected hears of no abort any more. */
  readonly request: Request
  readonly broken: AbortController
}

/** The watches that clients have open. */
export class OpenWatches {
  readonly #open = new Map<CacherWatch, OpenWatch>()

  get size(): number {
    return this.#open.size
  }

  /** Whether something waits for a reader of any of them. */
  get hasUnread(): boolean {
    for (const watch of this.#open.keys()) if (watch.hasUnread) return true
    return false
  }

  /** @param broken aborted when the connection is to break */
  add(watch: CacherWatch, request: Request, broken: AbortController): void {
    this.#open.set(watch, { request, broken })
  }

  delete(watch: CacherWatch): void {
    this.#open.delete(watch)
  }

  /** Ends all, as a plain end of the stream behind what is waiting. */
  end(): void {
    for (const watch of [...this.#open.keys()]) watch.end()
  }

  /** Ends those whose requests are such. */
  endOf(isSuch: (request: Request) => boolean): void {
    for (const [watch, { request }] of [...this.#open]) if (isSuch(request)) watch.end()
  }

  /** Breaks all connections: what was waiting is lost, and the readers get an error. */
  break(): void {
    for (const { broken } of [...this.#open.values()]) broken.abort(new TypeError('terminated'))
  }
}
