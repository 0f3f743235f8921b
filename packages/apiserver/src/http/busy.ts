/** Tracks responses that their readers have not read completely, so that a test can wait for them without polling. */
export class Busy {
  readonly #tokens = new Set<object>()
  readonly #isElseBusy: () => boolean
  #waiting: (() => void)[] = []

  /** @param isElseBusy evaluated in addition to the tokens; call {@link check} when its result changes */
  constructor(isElseBusy: () => boolean = () => false) {
    this.#isElseBusy = isElseBusy
  }

  /** Marks a token as busy or as done. */
  set(token: object, busy: boolean): void {
    if (busy) this.#tokens.add(token)
    else if (this.#tokens.delete(token)) this.check()
  }

  /** Resolves when no token is busy. */
  idle(): Promise<void> {
    if (!this.#isBusy) return Promise.resolve()
    return new Promise(resolve => this.#waiting.push(resolve))
  }

  /** Resolves the waiting promises if nothing is busy any more. */
  check(): void {
    if (this.#waiting.length === 0 || this.#isBusy) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }

  get #isBusy(): boolean {
    return this.#tokens.size > 0 || this.#isElseBusy()
  }
}
