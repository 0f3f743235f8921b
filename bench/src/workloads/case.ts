import type { BenchCase, Contender, Setup } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href
const text = (count: number) => count.toLocaleString('en')
const at = (name: string, file: string, setup: Setup): Contender => ({ name, module: module(file), setup })

const written = (readers: number, operations: number) => (count: number) =>
  at(`informer of ${text(count)} Pods, ${readers} readers: a write`, 'informer-readers', {
    count,
    readers,
    operations,
  })

const decoded = (by: 'object' | 'row' | 'JSON.parse', kind: 'Pod' | 'ConfigMap') =>
  at(`list of 100 ${kind}s, ${by}: one pass`, 'list-decode', { by, kind, count: 100, operations: 100 })

const matched = (count: number) =>
  at(`Lister of ${text(count)}: 100 that match`, 'lister-match', { count, matches: 1_000_000 })

/**
 * The workloads of client-go's own benchmarks, with the same sizes. Differences:
 *
 * - Readers of a store are threads in Go, which contend for its lock; here they alternate with the writer. This case has
 *   the extreme combinations; the case `informer-readers` has all of them.
 * - Pods have a resourceVersion. Without one, every update would count as a resync.
 * - The resync timer, the list of a Reflector and the keys of a queue are not public; the files describe the substitutes.
 * - A selector that matches nothing (`Lister_Match_1M_0`) cannot be expressed in the text form of selectors.
 * - Workqueues and the disk cache of discovery have no counterpart.
 */
export const workloads: BenchCase = {
  name: 'workloads',
  extra: true,
  description: "client-go's own benchmarks: one operation of each",
  metrics: [{ key: 'microseconds', unit: 'us', digits: 2 }],
  setup: { scale: 1 },
  smoke: { scale: 0.01 },
  contenders: [
    { ...at('Map.set of a prepared object', 'map', { count: 10_000, operations: 1_000_000 }), floor: true },
    ...[10_000, 40_000, 160_000].map(written(0, 30_000)),
    ...[10_000, 40_000, 160_000].map(written(10, 40)),
    at('DeltaFIFO, consumer in a 1 ms handler: add', 'slow-handler', { atomic: false, operations: 20_000 }),
    at('DeltaFIFO, atomic, the same: add', 'slow-handler', { atomic: true, operations: 20_000 }),
    at('Indexer of 5,000 strings: update', 'indexer', {
      objects: false,
      count: 5_000,
      operations: 1_000_000,
    }),
    at('Indexer of 5,000 objects: update', 'indexer', { objects: true, count: 5_000, operations: 1_000_000 }),
    at('timer: made and stopped', 'timer', { operations: 50_000 }),
    decoded('JSON.parse', 'Pod'),
    decoded('object', 'Pod'),
    decoded('row', 'Pod'),
    decoded('JSON.parse', 'ConfigMap'),
    decoded('object', 'ConfigMap'),
    at('Reflector: list of 3 pages of 100', 'reflector-list', { pages: 3, pageSize: 100, operations: 1_000 }),
    at('handler: one of 1,000,000 notifications', 'notifications', { count: 100_000, handlers: 10 }),
    at('DeltaFIFO: keyOf of 20,000 pending', 'delta-fifo', {
      action: 'keyOf',
      count: 20_000,
      operations: 30,
    }),
    at('DeltaFIFO: popBatch of 20,000 pending', 'delta-fifo', {
      action: 'pop',
      count: 20_000,
      operations: 30,
    }),
    ...[1_000, 10_000, 100_000, 1_000_000].map(matched),
  ],
}
