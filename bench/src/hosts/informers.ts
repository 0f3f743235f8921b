import { pods } from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'

/** What pages and workers agree on. */
export const informers = defineInformers({ pods: { resource: pods } })

/** The same with what a table of Pods shows. */
export const pickedInformers = defineInformers({
  pods: {
    resource: pods,
    pick: ['spec.nodeName', 'status.phase', 'metadata.labels', 'metadata.creationTimestamp'],
  },
})
