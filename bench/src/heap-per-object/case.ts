import type { BenchCase } from '../bench-case.ts'
import { clientGoLists } from '../client-go/contenders.ts'
import { coldSyncHttp } from '../cold-sync/http-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

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
    { name: 'a Map of trimmed texts', module: module('text'), floor: true },
    // What drops its bytes has no cache.
    ...others
      .filter(({ module }) => module !== floor?.module)
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
