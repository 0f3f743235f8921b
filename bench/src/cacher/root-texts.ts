import type { Sample, Setup } from '../bench-case.ts'
import { usedMemory } from '../memory.ts'
import { encodeItems, versionedPods } from '../pods/wire.ts'

/** The floor of a cache in memory: a Map of the text of each Pod. */
export async function run(setup: Setup): Promise<Sample> {
  const before = usedMemory()
  const texts = new Map<string, string>()
  for (const pod of versionedPods(setup)) {
    const { namespace, name } = pod.metadata
    const [text] = encodeItems([pod])
    if (text) texts.set(`${namespace}/${name}`, text.toString('latin1'))
  }
  const used = usedMemory()
  const megabytes = (used - before) / 1e6
  if (texts.size !== setup.count) throw new Error(`${texts.size} Pods`)
  return { megabytes, totalMegabytes: used / 1e6, kilobytesPerPod: (1000 * megabytes) / Number(setup.count) }
}
