import type { Sample, Setup } from '../bench-case.ts'
import { usedMemory } from '../memory.ts'
import { loadFetch } from '../pods/stream.ts'
import { versionedPods } from '../pods/wire.ts'

/** The floor: a Map of the JSON text of each Pod without its managedFields. */
export async function run(setup: Setup): Promise<Sample> {
  const { url, count } = setup
  await loadFetch(url)
  const before = usedMemory()
  const texts = new Map<string, string>()
  for (const pod of versionedPods(setup)) {
    const { managedFields: _, ...metadata } = pod.metadata
    texts.set(`${metadata.namespace}/${metadata.name}`, JSON.stringify({ ...pod, metadata }))
  }
  const kilobytesPerPod = (usedMemory() - before) / 1000 / Number(count)
  if (texts.size !== count) throw new Error(`${texts.size} Pods`)
  return { kilobytesPerPod }
}
