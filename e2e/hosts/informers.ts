import { byPath } from '@kube-informer/core'
import { configMaps, pods } from '@kube-informer/testing'
import { defineInformers } from '@kube-informer/worker'

/** What a tab follows, as its page and its worker know it. */
export const informers = defineInformers({
  pods: { resource: pods, indexers: { node: byPath('spec.nodeName') } },
  configmaps: { resource: configMaps },
})

/** The same as an older build of the page has it: it does not know the index yet. */
export const oldInformers = defineInformers({
  pods: { resource: pods },
  configmaps: { resource: configMaps },
})

/** The names of what can be followed. */
export type Followed = keyof typeof informers
