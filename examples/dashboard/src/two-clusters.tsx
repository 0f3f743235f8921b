import { useLister } from '@kube-informer/react'
import type { Connection } from '@kube-informer/worker'
import { Failure } from './failure.tsx'
import type { informers } from './informers.ts'

type Cluster = Connection<typeof informers>

function NodesOf({ name, connection }: { readonly name: string; readonly connection: Cluster }) {
  const { data, isPending, error } = useLister({ resource: 'nodes', connection })
  return (
    <section aria-label={name}>
      <Failure error={error} />
      {isPending ? <p>Loading…</p> : <p>{data.map(({ metadata }) => metadata?.name).join(', ')}</p>}
    </section>
  )
}

/** Two clusters side by side. One that is down does not affect the other. */
export function TwoClusters({ clusters }: { readonly clusters: Readonly<Record<string, Cluster>> }) {
  return Object.entries(clusters).map(([name, connection]) => (
    <NodesOf key={name} name={name} connection={connection} />
  ))
}
