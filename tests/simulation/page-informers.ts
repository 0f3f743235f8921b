import { byPath } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import { defineInformers } from '@kube-informer/worker'

/** The definition that pages and hosts share. */
export const informers = defineInformers({
  pods: { resource: pods, indexers: { node: byPath('spec.nodeName') } },
})
