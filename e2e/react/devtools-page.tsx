// An application with TanStack Query, whose devtools show a slice and its writes.
import { informerMutationOptions, informerQueryOptions } from '@kube-informer/react/query'
import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { ReactQueryDevtools } from '@tanstack/react-query-devtools'
import { createRoot } from 'react-dom/client'
import { connect, rootElement } from './page.ts'

const cluster = 'prod'
const at = { namespace: 'default', name: 'web' }
const connection = connect()
const queryClient = new QueryClient()
const deploymentsQuery = informerQueryOptions(connection, { resource: 'deployments' }, { cluster })
const scaleMutation = informerMutationOptions(connection, {
  resource: 'deployments',
  cluster,
  mutationFn: (replicas: number) => ({
    verb: 'patch',
    object: at,
    patch: { spec: { replicas } },
    options: { subresource: 'scale' },
  }),
})

globalThis.fetches = 0
queryClient.getQueryCache().subscribe(event => {
  if (event.type === 'updated' && event.action.type === 'fetch') globalThis.fetches++
})

function Deployments() {
  const { data } = useQuery(deploymentsQuery)
  const { mutate } = useMutation(scaleMutation)
  return (
    <main>
      <ul>
        {data?.data.map(({ metadata, spec }) => (
          <li key={metadata?.uid}>{`${metadata?.name} ${spec?.replicas}`}</li>
        ))}
      </ul>
      <button type="button" onClick={() => mutate(5)}>
        Scale to 5
      </button>
    </main>
  )
}

createRoot(rootElement()).render(
  <QueryClientProvider client={queryClient}>
    <Deployments />
    <ReactQueryDevtools />
  </QueryClientProvider>,
)

declare global {
  /** How often TanStack Query has fetched. */
  var fetches: number
}
