import type { Clock } from '@kube-informer/core'
import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { inGo } from '../support/client-go/controller-bench.ts'
import { keysOf, measure } from '../support/measure/queue-rounds.ts'

/** client-go's BenchmarkDelayingQueue_AddAfter: random delays up to ten minutes on a clock that is set. */
export const addAfter: BenchCase = {
  name: 'add-after',
  description: 'add {count} items with delays; the clock advances; take all',
  metrics: [{ key: 'microseconds', unit: 'us', digits: 1 }],
  setup: { count: 100_000, rounds: 1, warmUps: 2 },
  smoke: { count: 1000, warmUps: 0 },
  short: { bestOf: 3 },
  contenders: [
    { name: 'a sorted array', run: sortOnce, floor: true },
    { name: 'DelayingQueue, await get()', run: addAll },
    inGo('client-go 0.37 (Go)', { mode: 'add-after', rounds: 1 }, 'count', 'rounds'),
  ],
}

/** Sorts once: it knows all items before the first is due. */
async function sortOnce(setup: Setup): Promise<Sample> {
  const keys = keysOf(setup)
  return measure(
    setup,
    () => new Map<string, number>(),
    times => {
      for (const key of keys) times.set(key, delayMs())
      const sorted = [...times].sort(([, a], [, b]) => a - b)
      for (const [key] of sorted) times.delete(key)
      if (times.size > 0) throw new Error('an item is left')
    },
  )
}

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

async function addAll(setup: Setup): Promise<Sample> {
  const { DelayingQueue } = await import('@kube-informer/core/workqueue')
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

/** A random delay up to ten minutes. */
const delayMs = (): number => Math.random() * 600_000

/** After this time all are due. */
const STEP_MS = 660_000
