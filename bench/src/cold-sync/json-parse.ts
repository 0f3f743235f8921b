import type { Sample, Setup } from '../bench-case.ts'
import { usedMemory } from '../memory.ts'

/** The floor: the body is in memory, and nothing is kept but what `JSON.parse` made of it. */
export async function run({ url, count }: Setup): Promise<Sample> {
  const response = await fetch(`${url}/api/v1/pods`)
  const body = await response.text()
  const before = usedMemory()
  const started = performance.now()
  const list = JSON.parse(body) as { readonly items: readonly unknown[] }
  const ms = performance.now() - started
  const kilobytesPerPod = (usedMemory() - before) / 1000 / Number(count)
  if (list.items.length !== count) throw new Error(`${list.items.length} items instead of ${count}`)
  return { ms, kilobytesPerPod }
}
