/** Counts what is still on its way to a consumer, so that a test can wait for none without polling. */
export class Busy {
  readonly #tokens = new Set<object>()
  #waiting: (() => void)[] = []

  /** Marks a token as on its way, or as arrived. */
  set(token: object, busy: boolean): void {
    if (busy) this.#tokens.add(token)
    else if (this.#tokens.delete(token)) this.#check()
  }

  /** Resolves when nothing is on its way. */
  idle(): Promise<void> {
    if (this.#tokens.size === 0) return Promise.resolve()
    return new Promise(resolve => this.#waiting.push(resolve))
  }

  #check(): void {
    if (this.#tokens.size > 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}
