import { byPath } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import { defineInformers } from '@kube-informer/worker'

/** What the pages of a history and their hosts share. */
export const informers = defineInformers({
  pods: { resource: pods, indexers: { node: byPath('spec.nodeName') } },
})
