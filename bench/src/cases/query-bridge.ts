import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'

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
      run: async setup => (await import('../support/slices/changes.ts')).measureSubscription(setup),
      setup: WINDOW,
      floor: true,
    },
    {
      name: 'informerQueryOptions and a QueryObserver',
      run: observe,
      setup: WINDOW,
    },
  ],
}

/** The page reads the slice through a query. */
async function observe(setup: Setup): Promise<Sample> {
  const { informerQueryOptions } = await import('@kube-informer/react/query')
  const { QueryClient, QueryObserver } = await import('@tanstack/react-query')
  const { measureChanges } = await import('../support/slices/changes.ts')
  return measureChanges(setup, (connection, subscription, onState) => {
    const observer = new QueryObserver(new QueryClient(), informerQueryOptions(connection, subscription))
    observer.subscribe(({ data }) => {
      if (data) onState(data)
    })
  })
}
