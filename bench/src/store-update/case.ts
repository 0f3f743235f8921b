import type { BenchCase, Contender, Setup } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const at = (name: string, file: string, count: number, setup: Setup = {}): Contender => ({
  name: `${name}, ${count.toLocaleString('en')} objects`,
  module: module(file),
  setup: { count, ...setup },
})

/** A contender that is ten times slower needs fewer updates for a measurable time. */
const FEWER = { updates: 50_000 }

/**
 * One update of a stored object, up to the call of a subscriber to its namespace: in the store alone, and on the whole path
 * from a watch through Reflector, queue and store to a handler.
 */
export const storeUpdate: BenchCase = {
  name: 'store-update',
  description: 'one update of a stored object, two indexes, one subscriber: until the subscriber is called',
  metrics: [{ key: 'microseconds', unit: 'us', digits: 2 }],
  setup: { updates: 200_000 },
  smoke: { updates: 500 },
  short: { setup: { updates: 100_000 }, bestOf: 2 },
  contenders: [
    { name: 'Map.set and a call', module: module('map'), setup: { count: 10_000 }, floor: true },
    { ...at('Indexer and a subscriber', 'indexer', 1_000), extra: true },
    at('Indexer and a subscriber', 'indexer', 10_000),
    at('Indexer and a subscriber', 'indexer', 100_000),
    at('SharedIndexInformer', 'kube-informer', 1_000),
    at('SharedIndexInformer', 'kube-informer', 10_000),
    at('SharedIndexInformer', 'kube-informer', 100_000),
    at('@tanstack/db live query', 'tanstack-db', 10_000, FEWER),
    { ...at('@tanstack/db live query', 'tanstack-db', 100_000, FEWER), extra: true },
  ],
}
