import type { BenchCase, Contender } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const query = (name: string, where: string): Contender => ({
  name,
  module: module('query'),
  setup: { where },
})

/**
 * A new query over a cache that is complete: from the subscription to the state with the first 50 rows and the total. Each
 * pass is another query, so that nothing is remembered. Page and host share one thread, so that the time is all of both.
 */
export const where: BenchCase = {
  name: 'where',
  description: 'a new query over {count} Pods of 4.8 kB: until a page has its first 50 rows and the total',
  metrics: [
    { key: 'cpuMs', unit: 'CPU ms', digits: 0 },
    { key: 'ms', unit: 'ms', digits: 0 },
  ],
  setup: { count: 100_000, passes: 7 },
  smoke: { count: 500, passes: 1 },
  short: { setup: { count: 20_000 }, bestOf: 1 },
  contenders: [
    { name: 'JSON.parse of the text of each Pod', module: module('json-parse'), floor: true },
    query('three terms, decided by the last value of the text', 'last'),
    query('three terms, decided by the first value for most Pods', 'first'),
    query('a condition by its type', 'condition'),
    query('three words in three paths', 'text'),
    query('a regular expression on the name', 'pattern'),
  ],
}
