import type { Sample } from '../bench-case.ts'
import { usedMemory } from '../memory.ts'

/** What each of many idle things costs, once the code that makes them is warm. */
export async function measureIdle(
  count: number,
  open: (count: number) => Promise<readonly unknown[]>,
): Promise<Sample> {
  let kept = await open(100)
  const before = usedMemory()
  kept = [kept, await open(count)]
  const bytes = (usedMemory() - before) / count
  if (kept.length !== 2) throw new Error('nothing is open')
  return { bytes }
}
