import { configMaps, pods } from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'

export const informers = defineInformers({
  pods: { resource: pods },
  // This one resource is kept in memory only, whatever else is on disk.
  configMaps: { resource: configMaps, persist: false },
})
