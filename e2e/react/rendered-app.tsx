import { createInformerHooks } from '@kube-informer/react'
import { InformerHydrationBoundary } from '@kube-informer/react/hydration'
import { type Connection, createQueries } from '@kube-informer/worker'
import { StrictMode } from 'react'
import { informers } from './informers.ts'

const { InformerProvider, useLister } = createInformerHooks(informers)

/** What the application shows: the server renders it, and the page hydrates it. */
export const QUERY = createQueries(informers).all('deployments', { namespace: 'default' })

function Deployments() {
  const { data, total, status } = useLister(QUERY)
  return (
    <main title={status.data}>
      <ul>
        {data.map(({ metadata, spec }) => (
          <li key={metadata?.uid}>
            {metadata?.name} <b>{spec?.replicas}</b>
          </li>
        ))}
      </ul>
      <p>{total} Deployments</p>
    </main>
  )
}

/** Props of {@link App}. */
export interface AppProps {
  readonly connection: Connection<typeof informers>
  /** What `dehydrateInformers` has returned, or its JSON. */
  readonly state: unknown
}

/** The application that the server renders and the page hydrates. */
export function App({ connection, state }: AppProps) {
  return (
    <StrictMode>
      <InformerProvider connection={connection}>
        <InformerHydrationBoundary state={state}>
          <Deployments />
        </InformerHydrationBoundary>
      </InformerProvider>
    </StrictMode>
  )
}
