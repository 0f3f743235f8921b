import type { Sample, Setup } from '../bench-case.ts'
import { collectGarbage, itemAt, updatesOf } from './objects.ts'

/** The floor: a Map and a function call. */
export async function run({ count, updates }: Setup): Promise<Sample> {
  const store = new Map<string, unknown>()
  for (let i = 0; i < Number(count); i++) store.set(itemAt(i, i + 1).metadata.uid, itemAt(i, i + 1))
  let called = 0
  const subscriber = () => {
    called++
  }
  collectGarbage()
  const started = performance.now()
  for (const item of updatesOf(Number(count), Number(updates))) {
    store.set(item.metadata.uid, item)
    subscriber()
  }
  const microseconds = ((performance.now() - started) * 1000) / Number(updates)
  if (called !== updates) throw new Error(`${called} calls instead of ${updates}`)
  return { microseconds }
}
