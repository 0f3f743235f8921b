import { useLister } from '@kube-informer/react'
import { InformerHydrationBoundary } from '@kube-informer/react/hydration'
import { dehydrateInformers } from '@kube-informer/react/server'
import { connectInline } from '@kube-informer/worker/inline'
import { APISERVER, tokenOf } from '../apiserver.server.ts'
import { informers } from '../informers.ts'
import type { Route } from './+types/pods.ts'

export async function loader({ request }: Route.LoaderArgs) {
  const connection = connectInline(informers, { baseUrl: APISERVER, getToken: () => tokenOf(request) })
  const state = await dehydrateInformers(connection, [{ resource: 'pods' }], {
    signal: request.signal,
    onError: console.warn,
  })
  connection.close()
  return state
}

export const headers = () => ({ 'cache-control': 'private, no-store' })

export default function Page({ loaderData }: Route.ComponentProps) {
  return (
    <InformerHydrationBoundary state={loaderData}>
      <PodTable />
    </InformerHydrationBoundary>
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
