import type { BenchCase, Contender } from '../runner/bench-case.ts'

/** The sizes of client-go's benchmark. */
const PODS = [10_000, 20_000, 40_000, 80_000, 160_000]
const READERS = [0, 1, 10, 20, 40, 80]

/** Reading all objects after each write costs much more than the write, so a few writes are enough. */
const written = (count: number, readers: number): Contender => ({
  name: `${count.toLocaleString('en')} Pods, ${readers} readers`,
  run: async setup => (await import('../support/workloads/informer-readers.ts')).run(setup),
  setup: { count, readers, operations: readers === 0 ? 30_000 : Math.max(20, Math.ceil(400 / readers)) },
})

/** All combinations of BenchmarkSharedIndexInformer; `workloads` has the extreme ones. */
export const informerReaders: BenchCase = {
  name: 'informer-readers',
  extra: true,
  description: 'one write to an informer, and one read of its whole namespace by each reader',
  metrics: [{ key: 'microseconds', unit: 'us', digits: 2 }],
  setup: { scale: 1 },
  smoke: { scale: 0.01 },
  contenders: [
    {
      name: 'Map.set',
      run: async setup => (await import('../support/workloads/map.ts')).run(setup),
      setup: { count: 10_000, operations: 1_000_000 },
      floor: true,
    },
    ...PODS.flatMap(count => READERS.map(readers => written(count, readers))),
  ],
}
