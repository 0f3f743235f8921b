import type { BenchCase } from '../bench-case.ts'
import { coldSyncHttp } from '../cold-sync/http-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

/** A heap is as large the first time; what an earlier one has left may go while this one is measured. */
const { short: _, setup, ...programs } = coldSyncHttp

/** What a synced cache holds, with all it needs to hold it: the same programs as in cold-sync-http. */
export const heapPerObject: BenchCase = {
  ...programs,
  setup: { ...setup, warmUps: 0 },
  short: { bestOf: 1, rounds: 2 },
  name: 'heap-per-object',
  description: '{count} realistic Pods in a synced cache, per Pod: heap and buffers after full collections',
  metrics: [{ key: 'kilobytesPerPod', unit: 'KB/Pod', digits: 2 }],
  contenders: [
    { name: 'a Map of trimmed texts', module: module('text'), floor: true },
    // In Go it is the same whichever way the objects come.
    ...coldSyncHttp.contenders
      .filter(({ floor }) => !floor)
      .map(contender => (contender.missing ? { ...contender, extra: true as const } : contender)),
  ],
}

/** The same where no two Pods have anything in common, so that nothing is won by keeping equal parts once. */
export const heapPerDistinctObject: BenchCase = {
  ...heapPerObject,
  name: 'heap-per-distinct-object',
  extra: true,
  description:
    '{count} Pods of as many apps in a synced cache, per Pod: heap and buffers after full collections',
  setup: { ...heapPerObject.setup, apps: 10_000 },
  contenders: heapPerObject.contenders.filter(({ missing }) => !missing),
}
