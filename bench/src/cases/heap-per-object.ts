import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { clientGoLists } from '../support/client-go/informer-bench.ts'
import { usedMemory } from '../support/measure/memory.ts'
import { loadFetch } from '../support/pods/requests.ts'
import { coldSyncHttp } from './cold-sync-http.ts'

/** Without warm-ups: garbage of an earlier run could be collected during the measurement. */
const { short: _, setup, ...programs } = coldSyncHttp
const [floor, ...others] = programs.contenders

/** The memory of a synced cache; the programs are those of cold-sync-http. */
export const heapPerObject: BenchCase = {
  ...programs,
  setup: { ...setup, warmUps: 0 },
  short: { bestOf: 1, rounds: 2 },
  name: 'heap-per-object',
  description: '{count} realistic Pods in a synced cache, per Pod: heap and buffers after full collections',
  metrics: [{ key: 'kilobytesPerPod', unit: 'KB/Pod', digits: 2 }],
  contenders: [
    { name: 'a Map of trimmed texts', run: keepTexts, floor: true },
    // What drops its bytes has no cache.
    ...others
      .filter(({ run }) => run !== floor?.run)
      // For Go, the transport makes no difference.
      .map(contender =>
        clientGoLists.includes(contender) ? { ...contender, extra: true as const } : contender,
      ),
  ],
}

/** The same with Pods that have nothing in common, so that sharing equal parts saves nothing. */
export const heapPerDistinctObject: BenchCase = {
  ...heapPerObject,
  name: 'heap-per-distinct-object',
  extra: true,
  description:
    '{count} Pods of {apps} apps in a synced cache, per Pod: heap and buffers after full collections',
  setup: { ...heapPerObject.setup, apps: 10_000 },
  contenders: heapPerObject.contenders.filter(({ extra }) => !extra),
}

/** The floor: a Map of the JSON text of each Pod without its managedFields. */
async function keepTexts(setup: Setup): Promise<Sample> {
  const { versionedPods } = await import('../support/pods/wire.ts')
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
