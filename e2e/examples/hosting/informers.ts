import { byPath } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'

/** What the page and its worker share. */
export const informers = defineInformers({
  pods: { resource: pods, indexers: { node: byPath('spec.nodeName') } },
})
