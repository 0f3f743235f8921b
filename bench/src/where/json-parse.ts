import type { Sample, Setup } from '../bench-case.ts'
import { medianLap } from './median-lap.ts'
import { cachedPods } from './texts.ts'

/** The floor: decodes every Pod, and retains none. */
export async function run(setup: Setup): Promise<Sample> {
  const texts = Array.from(cachedPods(setup), pod => JSON.stringify(pod))
  return medianLap(Number(setup.passes), async () => {
    let named = 0
    for (const text of texts) if ((JSON.parse(text) as { metadata: { name: string } }).metadata.name) named++
    if (named !== setup.count) throw new Error(`${named} Pods`)
  })
}
