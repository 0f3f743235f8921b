/** Bounds the bytes of all bodies that are being received: each alone may be small enough. */
export class UnfinishedBodies {
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Adds what has arrived of a body. Returns false, and adds nothing, if there is no room for it. */
  add(bytes: number): boolean {
    if (this.#bytes + bytes > this.#maxBytes) return false
    this.#bytes += bytes
    return true
  }

  /** Removes a body that has arrived, or was given up. */
  remove(bytes: number): void {
    this.#bytes -= bytes
  }
}
