import { pods, secrets } from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'

/** The informers of the rights page and its worker. */
export const informers = defineInformers({ pods: { resource: pods }, secrets: { resource: secrets } })
