import type { Scheduler, Step } from '@kube-informer/cacher/http'
import type { Clock } from '@kube-informer/core'
import { callSafely } from '@kube-informer/core/internal'

/** How long steps run before the host can handle input and output. */
const SLICE_MS = 10
/** What a turn takes from its slice, since its work follows after the step: about what it takes to open a watch. */
const WAIT_MS = 0.25

export interface FairSchedulerOptions {
  readonly clock: Pick<Clock, 'now' | 'yieldToHost'>
  /** @default 10 */
  readonly sliceMs?: number | undefined
}

/**
 * Runs the work for readers in slices. Users with waiting steps take turns, one step each, so that the work of one user delays
 * that of another one by a step at a time, and input by a slice. Without waiting steps, a step runs at once.
 */
export class FairScheduler implements Scheduler {
  readonly #clock: FairSchedulerOptions['clock']
  readonly #sliceMs: number
  /** The waiting steps of each user. The user who comes next is first. */
  readonly #users = new Map<string, Step[]>()
  /** When the current slice ends. Undefined after the host had control, until the next step. */
  #end: number | undefined
  #isRunning = false

  constructor({ clock, sliceMs = SLICE_MS }: FairSchedulerOptions) {
    this.#clock = clock
    this.#sliceMs = sliceMs
  }

  add(user: string, step: Step): void {
    const steps = this.#users.get(user)
    if (steps) steps.push(step)
    else this.#users.set(user, [step])
    this.#runSlice()
  }

  /** Resolves in a turn of the user, for work that is asynchronous. */
  wait(user: string): Promise<void> {
    return new Promise(resolve => {
      const run = () => {
        if (this.#end !== undefined) this.#end -= WAIT_MS
        resolve()
      }
      this.add(user, { run })
    })
  }

  #runSlice(): void {
    // A step that adds another one returns first.
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#users.size > 0 && this.#hasTime()) this.#runNext()
    this.#isRunning = false
  }

  /** Whether the slice has not ended. The first step of a slice starts it. */
  #hasTime(): boolean {
    const now = this.#clock.now()
    if (this.#end === undefined) {
      this.#end = now + this.#sliceMs
      void this.#clock.yieldToHost().then(() => {
        this.#end = undefined
        this.#runSlice()
      })
    }
    return now < this.#end
  }

  #runNext(): void {
    for (const [user, steps] of this.#users) {
      this.#users.delete(user)
      const step = steps.shift()
      if (steps.length > 0) this.#users.set(user, steps)
      if (step) callSafely(() => step.run())
      return
    }
  }
}
