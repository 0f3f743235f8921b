import { byPath } from '@kube-informer/core'
import { deployments, events, nodes, pods, replicaSets } from '@kube-informer/core/resources'
import { createQueries, defineInformers, informer } from '@kube-informer/worker'

/** What the dashboard shows: the page and its worker import it. */
export const informers = defineInformers({
  pods: informer(pods, { indexers: { node: byPath('spec.nodeName') } }),
  deployments: { resource: deployments },
  replicasets: { resource: replicaSets },
  events: { resource: events },
  nodes: { resource: nodes },
})

/** The queries of these informers, which hooks, the server and TanStack Query accept. */
export const queries = createQueries(informers)

/** One value for the hook and for the server that renders it. */
export const podsIn = (namespace: string) => queries.all('pods', { namespace })

declare module '@kube-informer/react' {
  interface Register {
    informers: typeof informers
  }
}
