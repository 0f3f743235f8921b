import type { Sample, Setup } from '../bench-case.ts'
import { delayMs } from './delays.ts'
import { keysOf, measure } from './work.ts'

/** Sorts once: it knows all items before the first is due. */
export function run(setup: Setup): Promise<Sample> {
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
