import type { Clock, TimerHandle } from '@kube-informer/core'

/** Many callbacks with few timers: they run in steps of ten milliseconds. */
export class Agenda {
  readonly #clock: Clock
  readonly #due = new Map<number, { readonly timer: TimerHandle; readonly calls: (() => void)[] }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  after(delayMs: number, call: () => void): void {
    const now = this.#clock.now()
    const at = Math.ceil((now + delayMs) / 10) * 10
    const due = this.#due.get(at)
    if (due) {
      due.calls.push(call)
      return
    }
    const calls = [call]
    const timer = this.#clock.setTimeout(() => {
      this.#due.delete(at)
      for (const each of calls) each()
    }, at - now)
    this.#due.set(at, { timer, calls })
  }

  stop(): void {
    for (const { timer } of this.#due.values()) this.#clock.clearTimeout(timer)
    this.#due.clear()
  }
}
