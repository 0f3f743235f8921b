import type { Sample, Setup } from '../../runner/bench-case.ts'
import { medianLap } from '../measure/median-lap.ts'

/** Decodes the text of every Pod, and retains none. */
export async function parseTexts(setup: Setup): Promise<Sample> {
  const { cachedPods } = await import('./cached-pods.ts')
  const texts = Array.from(cachedPods(setup), pod => JSON.stringify(pod))
  return medianLap(Number(setup.passes), async () => {
    let named = 0
    for (const text of texts) if ((JSON.parse(text) as { metadata: { name: string } }).metadata.name) named++
    if (named !== setup.count) throw new Error(`${named} Pods`)
  })
}
