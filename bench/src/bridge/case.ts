import type { BenchCase } from '../bench-case.ts'

const WINDOW = { slice: 'window' }

/** What react-query adds to one update of a slice, from the event of the watch to the listener, in one thread. */
export const queryBridge: BenchCase = {
  name: 'query-bridge',
  description: 'a window of 50 over {count} Pods: one change of a row that it shows, until a listener has it',
  metrics: [{ key: 'microseconds', unit: 'CPU us', digits: 0 }],
  setup: { count: 5_000, changes: 5_000 },
  smoke: { count: 500, changes: 20 },
  short: { setup: { changes: 2_000 }, bestOf: 1 },
  contenders: [
    {
      name: 'connection.subscribe',
      module: new URL('../query-change/change.ts', import.meta.url).href,
      setup: WINDOW,
      floor: true,
    },
    {
      name: 'informerQueryOptions and a QueryObserver',
      module: new URL('./query.ts', import.meta.url).href,
      setup: WINDOW,
    },
  ],
}
