/** What is still on its way to a consumer, so that a test can wait for none without polling. */
export class Busy {
  readonly #tokens = new Set<object>()
  readonly #isElseBusy: () => boolean
  #waiting: (() => void)[] = []

  /** @param isElseBusy asked besides the tokens; whoever changes its answer calls {@link check} */
  constructor(isElseBusy: () => boolean = () => false) {
    this.#isElseBusy = isElseBusy
  }

  /** Marks a token as on its way, or as arrived. */
  set(token: object, busy: boolean): void {
    if (busy) this.#tokens.add(token)
    else if (this.#tokens.delete(token)) this.check()
  }

  /** Resolves when nothing is on its way. */
  idle(): Promise<void> {
    if (!this.#isBusy) return Promise.resolve()
    return new Promise(resolve => this.#waiting.push(resolve))
  }

  /** Lets those go who wait, if there is nothing to wait for any more. */
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
