import { deployments } from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'

/** The informers of every page here, and of their worker. */
export const informers = defineInformers({ deployments: { resource: deployments } })
