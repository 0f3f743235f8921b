import { pods } from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'

/** What page and worker agree on. */
export const informers = defineInformers({ pods: { resource: pods } })
