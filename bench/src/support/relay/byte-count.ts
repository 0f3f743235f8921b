/** Counts the bytes that all readers have received. */
export class ByteCount {
  #received = 0
  #awaited = 0
  #reached = () => {}

  add(bytes: number): void {
    this.#received += bytes
    if (this.#received === this.#awaited) this.#reached()
  }

  /** Resolves when that many more bytes have arrived. */
  async next(bytes: number): Promise<void> {
    this.#awaited += bytes
    if (this.#received > this.#awaited) throw new Error(`${this.#received} bytes instead of ${this.#awaited}`)
    if (this.#received < this.#awaited)
      await new Promise<void>(resolve => {
        this.#reached = resolve
      })
  }
}
