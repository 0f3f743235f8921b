import type { BenchCase, Contender } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const after = (changes: number, spread: boolean, where: string): Contender => ({
  name: `Indexer, byIndex of all namespaces, ${changes} changed ${where}`,
  module: module('indexer'),
  setup: { changes, spread },
})

/** The cost of reading all objects again after a few changes, as a view of all of them does. */
export const snapshotCost: BenchCase = {
  name: 'snapshot-cost',
  description: '{count} objects in {namespaces} namespaces: reading all of them again after a few changes',
  metrics: [{ key: 'microseconds', unit: 'us', digits: 1 }],
  setup: { count: 100_000, namespaces: 50, rounds: 200 },
  smoke: { count: 5_000, rounds: 5 },
  short: { setup: { rounds: 1_000 }, bestOf: 2 },
  contenders: [
    {
      name: 'Map, all values copied, 1 changed',
      module: module('map'),
      setup: { changes: 1, spread: false },
      floor: true,
    },
    after(1, false, 'object'),
    after(100, false, 'in one namespace'),
    after(100, true, 'in all namespaces'),
  ],
}
