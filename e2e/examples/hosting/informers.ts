import { byPath } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import { defineInformers, informer } from '@kube-informer/worker'

/** Shared by the page and its worker. */
export const informers = defineInformers({
  pods: informer(pods, { indexers: { node: byPath('spec.nodeName') } }),
})
