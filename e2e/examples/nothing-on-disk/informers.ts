import { configMaps, pods } from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'

export const informers = defineInformers({
  pods: { resource: pods },
  // This resource is kept in memory only, even if others are stored on disk.
  configMaps: { resource: configMaps, persist: false },
})
