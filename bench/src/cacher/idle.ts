import type { Sample } from '../bench-case.ts'
import { usedMemory } from '../memory.ts'

/** Measures the memory of one of many idle instances, after the code that creates them is warm. */
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
