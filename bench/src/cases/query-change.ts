import type { BenchCase, Contender } from '../runner/bench-case.ts'

const change = (name: string, slice: string): Contender => ({
  name,
  run: async setup => (await import('../support/slices/changes.ts')).measureSubscription(setup),
  setup: { slice },
})

/**
 * One change of an object that a slice shows, from the event of the watch to the state of the page, in one thread. The
 * change moves the row to the first position where the slice is sorted, and around the anchor where it has one.
 */
export const queryChange: BenchCase = {
  name: 'query-change',
  description: 'a window of 50 over {count} Pods: one change of a row that it shows, until the page has it',
  metrics: [{ key: 'microseconds', unit: 'CPU us', digits: 0 }],
  setup: { count: 100_000, changes: 2_000 },
  smoke: { count: 500, changes: 20 },
  short: { setup: { count: 20_000, changes: 1_000 }, bestOf: 1 },
  contenders: [
    { ...change('a window of 50', 'window'), floor: true },
    change('with a where of three terms', 'where'),
    change('with two sort keys', 'sorts'),
    change('with a where of three terms and two sort keys', 'both'),
    change('the same around an anchor', 'anchor'),
  ],
}
