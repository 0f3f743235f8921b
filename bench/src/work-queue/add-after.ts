import type { Clock } from '@kube-informer/core'
import { DelayingQueue } from '@kube-informer/core/workqueue'
import type { Sample, Setup } from '../bench-case.ts'
import { delayMs, STEP_MS } from './delays.ts'
import { keysOf, measure } from './work.ts'

/** A clock that is set, like the fake clock of client-go's benchmark. It has one timer at a time. */
class ManualClock implements Clock {
  #now = Date.UTC(2026, 0, 1)
  #callback: (() => void) | undefined

  readonly now = (): number => this.#now

  readonly setTimeout = (callback: () => void): void => {
    this.#callback = callback
  }

  readonly clearTimeout = (): void => {
    this.#callback = undefined
  }

  readonly yieldToHost = (): Promise<void> => Promise.resolve()

  step(ms: number): void {
    this.#now += ms
    this.#callback?.()
  }
}

export function run(setup: Setup): Promise<Sample> {
  const keys = keysOf(setup)
  return measure(
    setup,
    () => new ManualClock(),
    async clock => {
      const queue = new DelayingQueue<string>({ clock })
      for (const key of keys) queue.addAfter(key, delayMs())
      clock.step(STEP_MS)
      if (queue.length !== keys.length) throw new Error(`${queue.length} items are ready`)
      for (const _ of keys) await queue.get()
    },
  )
}
