import { pods } from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'

/** Pods, with what a table of them shows. */
export const pickedInformers = defineInformers({
  pods: {
    resource: pods,
    pick: ['spec.nodeName', 'status.phase', 'metadata.labels', 'metadata.creationTimestamp'],
  },
})
