'use client'

import { InformerProvider, useLister } from '@kube-informer/react'
import { InformerHydrationBoundary } from '@kube-informer/react/hydration'
import { connection } from './connection'

/** The rows of the server, and then those of the page's own informer. */
export function Pods({ state }: { state: unknown }) {
  return (
    <InformerProvider connection={connection}>
      <InformerHydrationBoundary state={state}>
        <PodTable />
      </InformerHydrationBoundary>
    </InformerProvider>
  )
}

function PodTable() {
  const { data, total, status } = useLister()
  return (
    <table>
      <caption>{`${total} Pods, ${status.data}`}</caption>
      <thead>
        <tr>
          <th>Namespace</th>
          <th>Name</th>
          <th>Status</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ metadata, status }) => (
          <tr key={metadata?.uid}>
            <td>{metadata?.namespace}</td>
            <td>{metadata?.name}</td>
            <td>{status?.phase}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
