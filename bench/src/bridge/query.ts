import { informerQueryOptions } from '@kube-informer/react/query'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { Sample, Setup } from '../bench-case.ts'
import { measureChanges } from '../query-change/change.ts'

/** The page reads the slice through a query. */
export const run = (setup: Setup): Promise<Sample> =>
  measureChanges(setup, (connection, subscription, onState) => {
    const observer = new QueryObserver(new QueryClient(), informerQueryOptions(connection, subscription))
    observer.subscribe(({ data }) => {
      if (data) onState(data)
    })
  })
