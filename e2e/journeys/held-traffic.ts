/** A request before the server receives it, or each part of its response before the browser does. */
type Direction = 'request' | 'response'

interface Hold<TRequest> {
  readonly direction: Direction
  readonly matches: (request: TRequest) => boolean
  readonly released: Promise<void>
}

/** What a proxy holds. No connection closes meanwhile. */
export class HeldTraffic<TRequest> {
  readonly #holds = new Set<Hold<TRequest>>()

  /** Holds what matches. Returns the function that releases it. */
  hold(direction: Direction, matches: (request: TRequest) => boolean): () => void {
    const { promise: released, resolve } = Promise.withResolvers<void>()
    const hold = { direction, matches, released }
    this.#holds.add(hold)
    return () => {
      this.#holds.delete(hold)
      resolve()
    }
  }

  /** Resolves when nothing holds the request, or the next part of its response. */
  async released(direction: Direction, request: TRequest): Promise<void> {
    for (;;) {
      const hold = [...this.#holds].find(each => each.direction === direction && each.matches(request))
      if (!hold) return
      await hold.released
    }
  }
}
