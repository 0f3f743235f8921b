import { byPath, defineInformers, pods } from './vendor/page.js'

/** Shared by the page and its worker. */
export const informers = defineInformers({
  pods: { resource: pods, indexers: { node: byPath('spec.nodeName') } },
})
