import type { Sample, Setup } from '../bench-case.ts'
import { usedMemory } from '../memory.ts'
import { startStopwatch } from '../pods/stopwatch.ts'

/** The floor: the body is in memory as one text; only the result of `JSON.parse` is retained. */
export async function run({ url, count }: Setup): Promise<Sample> {
  const response = await fetch(`${url}/api/v1/pods`)
  const bytes = await response.arrayBuffer()
  const before = usedMemory()
  const whole = startStopwatch()
  const body = new TextDecoder().decode(bytes)
  const parse = startStopwatch()
  const list = JSON.parse(body) as { readonly items: readonly unknown[] }
  const lap = parse()
  const { ms: withDecodeMs } = whole()
  // The text is still referenced, but not counted.
  const kilobytesPerPod = (usedMemory() - before - body.length) / 1000 / Number(count)
  if (list.items.length !== count || body.length === 0) throw new Error(`${list.items.length} items`)
  return { ...lap, withDecodeMs, kilobytesPerPod }
}
