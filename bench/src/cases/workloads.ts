import type { BenchCase, Contender, Run, Setup } from '../runner/bench-case.ts'

const text = (count: number) => count.toLocaleString('en')
const at = (name: string, run: Run, setup: Setup): Contender => ({ name, run, setup })

const deltaFifo: Run = async setup => (await import('../support/workloads/delta-fifo.ts')).run(setup)
const indexer: Run = async setup => (await import('../support/workloads/indexer.ts')).run(setup)
const informerReaders: Run = async setup =>
  (await import('../support/workloads/informer-readers.ts')).run(setup)
const listDecode: Run = async setup => (await import('../support/workloads/list-decode.ts')).run(setup)
const listerMatch: Run = async setup => (await import('../support/workloads/lister-match.ts')).run(setup)
const map: Run = async setup => (await import('../support/workloads/map.ts')).run(setup)
const notifications: Run = async setup => (await import('../support/workloads/notifications.ts')).run(setup)
const reflectorList: Run = async setup => (await import('../support/workloads/reflector-list.ts')).run(setup)
const slowHandler: Run = async setup => (await import('../support/workloads/slow-handler.ts')).run(setup)
const timer: Run = async setup => (await import('../support/workloads/timer.ts')).run(setup)

const written = (readers: number, operations: number) => (count: number) =>
  at(`informer of ${text(count)} Pods, ${readers} readers: a write`, informerReaders, {
    count,
    readers,
    operations,
  })

const decoded = (by: 'object' | 'row' | 'JSON.parse', kind: 'Pod' | 'ConfigMap') =>
  at(`list of 100 ${kind}s, ${by}: one pass`, listDecode, { by, kind, count: 100, operations: 100 })

const matched = (count: number) =>
  at(`Lister of ${text(count)}: 100 that match`, listerMatch, { count, matches: 1_000_000 })

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
    {
      ...at('Map.set of a prepared object', map, { count: 10_000, operations: 1_000_000 }),
      floor: true,
    },
    ...[10_000, 40_000, 160_000].map(written(0, 30_000)),
    ...[10_000, 40_000, 160_000].map(written(10, 40)),
    at('DeltaFIFO, consumer in a 1 ms handler: add', slowHandler, { atomic: false, operations: 20_000 }),
    at('DeltaFIFO, atomic, the same: add', slowHandler, { atomic: true, operations: 20_000 }),
    at('Indexer of 5,000 strings: update', indexer, { objects: false, count: 5_000, operations: 1_000_000 }),
    at('Indexer of 5,000 objects: update', indexer, { objects: true, count: 5_000, operations: 1_000_000 }),
    at('timer: made and stopped', timer, { operations: 50_000 }),
    decoded('JSON.parse', 'Pod'),
    decoded('object', 'Pod'),
    decoded('row', 'Pod'),
    decoded('JSON.parse', 'ConfigMap'),
    decoded('object', 'ConfigMap'),
    at('Reflector: list of 3 pages of 100', reflectorList, { pages: 3, pageSize: 100, operations: 1_000 }),
    at('handler: one of 1,000,000 notifications', notifications, { count: 100_000, handlers: 10 }),
    at('DeltaFIFO: keyOf of 20,000 pending', deltaFifo, { action: 'keyOf', count: 20_000, operations: 30 }),
    at('DeltaFIFO: popBatch of 20,000 pending', deltaFifo, { action: 'pop', count: 20_000, operations: 30 }),
    ...[1_000, 10_000, 100_000, 1_000_000].map(matched),
  ],
}
