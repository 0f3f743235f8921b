import { pods } from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'

/** The definition that page and worker share. */
export const informers = defineInformers({ pods: { resource: pods } })
