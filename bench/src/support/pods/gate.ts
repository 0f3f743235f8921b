import type { ServerResponse } from 'node:http'

/** Holds back the watches of one contender until it opens the gate; the two may happen in either order. */
export class Gate {
  readonly #waiting = new Map<ServerResponse, () => void>()
  #isOpen = false

  /** Releases the waiting watches, or the next one if none is waiting. */
  open(): void {
    this.#isOpen = this.#waiting.size === 0
    for (const pass of this.#waiting.values()) pass()
    this.#waiting.clear()
  }

  passed(response: ServerResponse, then: () => void): void {
    if (this.#isOpen) then()
    else {
      this.#waiting.set(response, then)
      // A closed response no longer waits.
      response.once('close', () => this.#waiting.delete(response))
    }
    this.#isOpen = false
  }
}
