import { byPath, defineInformers, pods } from './vendor/page.js'

/** What the page and its worker share. */
export const informers = defineInformers({
  pods: { resource: pods, indexers: { node: byPath('spec.nodeName') } },
})
