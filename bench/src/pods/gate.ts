import type { ServerResponse } from 'node:http'

/** Lets the watches of one contender through when it asks for it, whichever of the two comes first. */
export class Gate {
  readonly #waiting = new Map<ServerResponse, () => void>()
  #isOpen = false

  /** Opens for those who wait; where nobody does, for the next one. */
  open(): void {
    this.#isOpen = this.#waiting.size === 0
    for (const pass of this.#waiting.values()) pass()
    this.#waiting.clear()
  }

  passed(response: ServerResponse, then: () => void): void {
    if (this.#isOpen) then()
    else {
      this.#waiting.set(response, then)
      // Whoever is gone no longer waits.
      response.once('close', () => this.#waiting.delete(response))
    }
    this.#isOpen = false
  }
}
