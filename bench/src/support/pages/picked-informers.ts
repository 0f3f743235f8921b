import { pods } from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'

/** Pods with the fields that a table shows. */
export const pickedInformers = defineInformers({
  pods: {
    resource: pods,
    pick: ['spec.nodeName', 'status.phase', 'metadata.labels', 'metadata.creationTimestamp'],
  },
})
