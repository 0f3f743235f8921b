import { InformerProvider } from '@kube-informer/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { connection } from './connection.ts'
import { Inspection } from './inspection.tsx'
import { NamespacePicker, PodsOfMyNamespaces } from './my-namespaces.tsx'
import { PodTable } from './pod-table.tsx'
import { QueryPods } from './query-pods.tsx'
import { SignOut } from './sign-out.tsx'

const queries = new QueryClient()

/** Each part is an example of its own. */
const PARTS = {
  'All namespaces': PodsOfMyNamespaces,
  'One namespace': NamespacePicker,
  Table: PodTable,
  'TanStack Query': QueryPods,
  Inspection,
  Account: SignOut,
}

export const App = () => (
  <QueryClientProvider client={queries}>
    <InformerProvider connection={connection}>
      {Object.entries(PARTS).map(([title, Part]) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <Part />
        </section>
      ))}
    </InformerProvider>
  </QueryClientProvider>
)
