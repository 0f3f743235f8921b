import { byPath } from '@kube-informer/core'
import { deployments, events, nodes, pods, replicaSets } from '@kube-informer/core/resources'
import { defineInformers, informer } from '@kube-informer/worker'

/** What the dashboard shows: the page and its worker import it. */
export const informers = defineInformers({
  pods: informer(pods, { indexers: { node: byPath('spec.nodeName') } }),
  deployments: { resource: deployments },
  replicasets: { resource: replicaSets },
  events: { resource: events },
  nodes: { resource: nodes },
})

declare module '@kube-informer/react' {
  interface Register {
    informers: typeof informers
  }
}
