import type { CacherWatch } from '@kube-informer/cacher'

/** An open watch and its request. */
interface OpenWatch {
  /** In Node, the abort signal of a request stops working when the request is garbage collected. */
  readonly request: Request
  readonly broken: AbortController
}

/** The open watches of clients. */
export class OpenWatches {
  readonly #open = new Map<CacherWatch, OpenWatch>()

  get size(): number {
    return this.#open.size
  }

  /** Whether any watch has events that were not read. */
  get hasUnread(): boolean {
    for (const watch of this.#open.keys()) if (watch.hasUnread) return true
    return false
  }

  /** @param broken aborted to break the connection */
  add(watch: CacherWatch, request: Request, broken: AbortController): void {
    this.#open.set(watch, { request, broken })
  }

  delete(watch: CacherWatch): void {
    this.#open.delete(watch)
  }

  /** Ends all streams cleanly after the pending events. */
  end(): void {
    for (const watch of [...this.#open.keys()]) watch.end()
  }

  /** Ends the watches whose requests match. */
  endOf(isSuch: (request: Request) => boolean): void {
    for (const [watch, { request }] of [...this.#open]) if (isSuch(request)) watch.end()
  }

  /** Breaks all connections: pending events are lost and the readers get an error. */
  break(): void {
    for (const { broken } of [...this.#open.values()]) broken.abort(new TypeError('terminated'))
  }
}
