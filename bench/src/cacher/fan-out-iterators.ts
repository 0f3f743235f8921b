import type { Run } from '../bench-case.ts'
import { measureWatches } from './watches.ts'

/** Watches that are read as async iterables. */
export const run: Run = measureWatches(readAll)

async function readAll(watch: AsyncIterable<readonly unknown[]>, events: number): Promise<void> {
  let received = 0
  for await (const deliveries of watch) {
    received += deliveries.length
    if (received === events) return
  }
  throw new Error(`the watch ended after ${received} events`)
}
