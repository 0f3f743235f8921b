import { byPath } from '@kube-informer/core'
import { deployments, events, replicaSets } from '@kube-informer/core/resources'
import { configMaps, pods } from '@kube-informer/testing'
import { defineInformers } from '@kube-informer/worker'

/** The informers of a tab's page and worker. */
export const informers = defineInformers({
  pods: { resource: pods, indexers: { node: byPath('spec.nodeName') } },
  configmaps: { resource: configMaps },
  deployments: { resource: deployments },
  replicasets: { resource: replicaSets },
  events: { resource: events },
})

/** The informers of an older build of the page, without the index. */
export const oldInformers = defineInformers({
  pods: { resource: pods },
  configmaps: { resource: configMaps },
})

/** The names of the informers. */
export type Followed = keyof typeof informers
