import type { Clock, TimerHandle } from '@kube-informer/core'

/** A timer of a process, also while the process is suspended. */
interface ProcessTimer {
  handle: TimerHandle
}

/**
 * The clock of one simulated process. While the process is suspended, time goes on and no timer fires; timers that were
 * due fire after {@link resume}. A process that is killed fires no timer again.
 */
export class ProcessClock implements Clock {
  readonly #clock: Clock
  readonly #pending = new Set<ProcessTimer>()
  #due: (() => void)[] = []
  #state: 'running' | 'suspended' | 'killed' = 'running'

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isRunning(): boolean {
    return this.#state === 'running'
  }

  suspend(): void {
    if (this.#state === 'running') this.#state = 'suspended'
  }

  /** Fires the timers that were due, in their order, after what the network has delivered meanwhile. */
  resume(): void {
    if (this.#state !== 'suspended') return
    this.#state = 'running'
    for (const callback of this.#due.splice(0)) this.#clock.setTimeout(callback, 0)
  }

  kill(): void {
    this.#state = 'killed'
    this.#due = []
    for (const timer of this.#pending) this.#clock.clearTimeout(timer.handle)
    this.#pending.clear()
  }

  now(): number {
    return this.#clock.now()
  }

  setTimeout(callback: () => void, delayMs: number): TimerHandle {
    const timer: ProcessTimer = { handle: undefined }
    if (this.#state === 'killed') return timer
    const fire = () => {
      if (this.#state === 'suspended') {
        this.#due.push(fire)
        return
      }
      if (this.#pending.delete(timer)) callback()
    }
    this.#pending.add(timer)
    timer.handle = this.#clock.setTimeout(fire, delayMs)
    return timer
  }

  clearTimeout(handle: TimerHandle): void {
    const timer = handle as ProcessTimer
    if (this.#pending.delete(timer)) this.#clock.clearTimeout(timer.handle)
  }

  /** A suspended process continues when it resumes; a killed one never does. */
  async yieldToHost(): Promise<void> {
    await this.#clock.yieldToHost()
    if (this.#state !== 'running') await new Promise<void>(resolve => this.#due.push(resolve))
  }
}
