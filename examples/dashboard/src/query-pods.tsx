import { useConnection } from '@kube-informer/react'
import { informerQueryOptions } from '@kube-informer/react/query'
import { useQuery } from '@tanstack/react-query'
import { Failure } from './failure.tsx'
import { queries } from './informers.ts'

/** The number of Pods as a query of TanStack Query, which the informer keeps up to date. */
export function QueryPods() {
  const { data, isPending, error } = useQuery(informerQueryOptions(useConnection(), queries.all('pods')))
  return (
    <>
      <Failure error={error ?? undefined} />
      {isPending ? <p>Loading…</p> : data && <p>{`${data.total} Pods`}</p>}
    </>
  )
}
